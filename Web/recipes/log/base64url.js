/**
 * Base64url without padding, the form of byte strings in the server's JSON.
 *
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function toBase64URL(bytes) {
  let binary = "";
  // In pieces: a call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * @param {string} text
 * @returns {Uint8Array}
 */
export function fromBase64URL(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** @param {number} count */
export const randomID = (count = 16) => toBase64URL(crypto.getRandomValues(new Uint8Array(count)));
