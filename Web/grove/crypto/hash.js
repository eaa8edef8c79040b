import { concat, utf8 } from "../encoding/bytes.js";

/**
 * SHA-256.
 *
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>} 32 bytes
 */
export const sha256 = async (bytes) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/**
 * HMAC with SHA-256.
 *
 * @param {Uint8Array} key an empty one is taken as 32 zero bytes: WebCrypto refuses an empty key,
 *   and HMAC fills keys up with zeros anyway (protocol 10.2).
 * @param {Uint8Array} message
 * @returns {Promise<Uint8Array>} 32 bytes
 */
export async function hmac(key, message) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const material = key.length > 0 ? key : new Uint8Array(32);
  const imported = await crypto.subtle.importKey("raw", material, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

/**
 * HKDF-Extract with SHA-256 (RFC 5869).
 *
 * @param {Uint8Array} salt may be empty
 * @param {Uint8Array} input
 * @returns {Promise<Uint8Array>} 32 bytes
 */
export const hkdfExtract = (salt, input) => hmac(salt, input);

/**
 * HKDF-Expand with SHA-256 (RFC 5869).
 *
 * @param {Uint8Array} pseudoRandomKey
 * @param {Uint8Array} info
 * @param {number} count of bytes, at most 255 · 32
 * @returns {Promise<Uint8Array>}
 */
export async function hkdfExpand(pseudoRandomKey, info, count) {
  if (count > 255 * 32) throw new RangeError("HKDF-Expand gives at most 8160 bytes");
  const blocks = [];
  let block = new Uint8Array();
  for (let number = 1; blocks.length * 32 < count; number += 1) {
    block = await hmac(pseudoRandomKey, concat(block, info, new Uint8Array([number])));
    blocks.push(block);
  }
  return concat(...blocks).slice(0, count);
}

/** Every label anything may be signed or hashed under (protocol 18.1, decision 0003). */
export const domainLabels = /** @type {const} */ ([
  "account-statement", "blind", "challenge", "challenge-context", "challenge-epoch", "context",
  "device", "device-possession", "digits", "entry-account", "envelope", "identity-proof", "kem-key", "log-entry",
  "message", "notice-attestation", "pad", "recovery", "relay-sign-in", "safety-number", "self-test",
]);

/**
 * `DS(name) = "collab/1 " || name || 0x00` (protocol 2.3): nothing signed for one purpose can be
 * passed off as signed for another.
 *
 * @param {typeof domainLabels[number]} name
 * @returns {Uint8Array}
 */
export const domain = (name) => utf8(`collab/1 ${name}\0`);
