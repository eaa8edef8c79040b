import { decodeBase64URL, encodeBase64URL } from "./base64url.js";
import { compare } from "./bytes.js";
import { malformed } from "./grove-error.js";

/**
 * Identifiers are byte strings of a fixed length. In memory they are their base64url text, as in
 * JSON: the decoder is strict, so two are equal exactly when the texts are, and they serve as keys.
 *
 * @typedef {string} AccountID 32 bytes: the hash of the account's genesis statement
 * @typedef {string} DeviceID 16 bytes
 * @typedef {string} MessageID 16 bytes
 * @typedef {string} ConversationID 16 bytes
 * @typedef {string} NoticeID 16 bytes
 * @typedef {string} RendezvousID 16 bytes
 * @typedef {string} RootHash 32 bytes
 * @typedef {string} StatementHash 32 bytes
 */

/** 32 zero bytes: the account and the hash in a genesis statement. */
export const zero32 = encodeBase64URL(new Uint8Array(32));

/**
 * @param {unknown} text
 * @param {number} count
 * @param {string} [what] named in the error
 * @returns {string} the same text
 * @throws {GroveError} `malformed` unless it is base64url of exactly `count` bytes.
 */
export function identifier(text, count, what = "identifier") {
  if (decodeBase64URL(text).length !== count) throw malformed(what);
  return /** @type {string} */ (text);
}

/**
 * The order of identifiers, which is that of their bytes and not that of their texts.
 *
 * @param {string} left
 * @param {string} right
 */
export const compareIdentifiers = (left, right) =>
  compare(decodeBase64URL(left), decodeBase64URL(right));
