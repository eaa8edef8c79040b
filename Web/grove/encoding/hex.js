import { malformed } from "./grove-error.js";

/**
 * @param {Uint8Array} bytes
 * @returns {string} lower case
 */
export const encodeHex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * @param {string} text
 * @returns {Uint8Array}
 * @throws {GroveError} `malformed` for upper case, an odd length or another character
 *   (protocol 2.6.1).
 */
export function decodeHex(text) {
  if (typeof text !== "string" || text.length % 2 !== 0) throw malformed("hex");
  if (!/^[0-9a-f]*$/.test(text)) throw malformed("hex");
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = parseInt(text.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
}
