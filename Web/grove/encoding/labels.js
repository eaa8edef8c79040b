import { utf8 } from "./bytes.js";
import { malformed } from "./grove-error.js";

/**
 * A collaboration's identifier: 1 to 255 bytes of UTF-8 chosen by its server, compared as they are
 * (protocol 2.8).
 *
 * @param {unknown} text
 * @returns {string} the same text
 * @throws {GroveError} `malformed`
 */
export const parseCollaborationID = (text) => label(text, "a collaboration identifier");

/** C0 and C1 controls, DEL, and the marks that turn text around. */
export const forbiddenInLabels = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * The name of an app account, as its server writes it: 1 to 255 bytes of UTF-8 without control and
 * bidirectional control characters, because a person is asked to confirm what they see (protocol
 * 2.8, 8.3).
 *
 * @param {unknown} text
 * @returns {string} the same text
 * @throws {GroveError} `malformed`
 */
export function parseAccountLabel(text) {
  const checked = label(text, "an account label");
  if (checked.search(forbiddenInLabels) >= 0) throw malformed("account label");
  return checked;
}

/**
 * @param {unknown} text
 * @param {string} what
 */
function label(text, what) {
  if (typeof text !== "string") throw malformed(what);
  const count = utf8(text).length;
  if (count < 1 || count > 255) throw malformed(what);
  return text;
}
