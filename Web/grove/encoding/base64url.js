import { malformed } from "./grove-error.js";

/**
 * Base64url without padding (RFC 4648 section 5), the one form of byte strings in JSON
 * (protocol 2.6).
 *
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function encodeBase64URL(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
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
  if (typeof text !== "string") throw malformed("base64url");
  let decoded;
  try {
    decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    throw malformed("base64url");
  }
  const bytes = Uint8Array.from(decoded, (character) => character.charCodeAt(0));
  // The platform forgives white space, padding and idle bits; here each byte string has one text.
  if (encodeBase64URL(bytes) !== text) throw malformed("base64url");
  return bytes;
}
