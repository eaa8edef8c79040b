import { malformed } from "./grove-error.js";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const values = new Map([...alphabet].map((character, value) => [character, value]));

/**
 * Base64url without padding (RFC 4648 section 5), the one form of byte strings in JSON
 * (protocol 2.6).
 *
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function encodeBase64URL(bytes) {
  let text = "";
  for (let index = 0; index < bytes.length; index += 3) {
    const [a, b = 0, c = 0] = bytes.subarray(index, index + 3);
    const group = (a << 16) | (b << 8) | c;
    const count = Math.min(3, bytes.length - index) + 1;
    for (let place = 0; place < count; place += 1) {
      text += alphabet[(group >> (18 - 6 * place)) & 63];
    }
  }
  return text;
}

/**
 * Strict: equal texts and equal bytes are the same thing, so decoded values may be compared as
 * text.
 *
 * @param {unknown} text
 * @returns {Uint8Array}
 * @throws {GroveError} `malformed` for padding, whitespace, another alphabet, an impossible length
 *   or trailing bits that are not zero.
 */
export function decodeBase64URL(text) {
  if (typeof text !== "string") throw malformed("a byte string is text");
  if (text.length % 4 === 1) throw malformed("base64url length");
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let buffer = 0;
  let bits = 0;
  let written = 0;
  for (const character of text) {
    const value = values.get(character);
    if (value === undefined) throw malformed("not base64url");
    buffer = ((buffer << 6) | value) & 0xfff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[written] = (buffer >> bits) & 0xff;
      written += 1;
    }
  }
  if (buffer & ((1 << bits) - 1)) throw malformed("base64url trailing bits");
  return bytes;
}
