import { isWellFormed, textOf, utf8 } from "./bytes.js";
import { malformed } from "./grove-error.js";

/** How deep JSON may nest (protocol 2.6.1). */
const maximumDepth = 64;

/**
 * Parses JSON as protocol 2.6.1 wants it. Of a member that stands twice the last is taken, here and
 * everywhere after.
 *
 * @param {Uint8Array} bytes
 * @returns {unknown}
 * @throws {GroveError} `malformed` for anything but UTF-8, a byte-order mark, nesting deeper than
 *   64, a lone surrogate.
 */
export function parseJSON(bytes) {
  const text = textOf(bytes);
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed("JSON");
  }
  check(value);
  return value;
}

/**
 * @param {unknown} value without `undefined` where it matters: such members are left out
 * @returns {Uint8Array}
 * @throws {GroveError} `malformed` for text with a lone surrogate, which others would refuse.
 */
export function encodeJSON(value) {
  const text = JSON.stringify(value);
  check(JSON.parse(text));
  return utf8(text);
}

/**
 * Walks without recursion: a stranger chooses how deep the value is.
 *
 * @param {unknown} root
 */
function check(root) {
  /** @type {[unknown, number][]} */
  const open = [[root, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value === "string") checkText(value);
    if (typeof value !== "object" || value === null) continue;
    if (depth === maximumDepth) throw malformed("JSON depth");
    for (const [name, member] of Object.entries(value)) {
      checkText(name);
      open.push([member, depth + 1]);
    }
  }
}

/** @param {string} text */
function checkText(text) {
  if (!isWellFormed(text)) throw malformed("lone surrogate");
}
