import { concat, randomBytes } from "../encoding/bytes.js";

/**
 * Seals what the store keeps of secrets for a while, under a key of this device that cannot be
 * exported.
 *
 * @param {{ get: (name: string) => Promise<any> }} store
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>} nonce and ciphertext
 */
export async function seal(store, bytes) {
  const iv = randomBytes(12);
  const key = await store.get("keys/seal");
  return concat(iv, new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, bytes)));
}

/**
 * @param {{ get: (name: string) => Promise<any> }} store
 * @param {Uint8Array} sealed
 * @returns {Promise<Uint8Array>}
 */
export async function open(store, sealed) {
  const algorithm = { name: "AES-GCM", iv: sealed.subarray(0, 12) };
  const key = await store.get("keys/seal");
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, sealed.subarray(12)));
}
