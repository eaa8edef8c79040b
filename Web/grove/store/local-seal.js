import { concat, randomBytes } from "../encoding/bytes.js";

/** @typedef {Pick<import("./record-store.js").RecordStore, "get">} Store */

/** @type {import("./record-store.js").Name<CryptoKey>} */
export const sealName = "keys/seal";

/**
 * Seals what the store keeps of secrets for a while, under a key of this device that cannot be
 * exported.
 *
 * @param {Store} store
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>} nonce and ciphertext
 */
export async function seal(store, bytes) {
  const iv = randomBytes(12);
  const key = await sealKey(store);
  return concat(iv, new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, bytes)));
}

/**
 * @param {Store} store
 * @param {Uint8Array} sealed
 * @returns {Promise<Uint8Array>}
 */
export async function open(store, sealed) {
  const algorithm = { name: "AES-GCM", iv: sealed.subarray(0, 12) };
  const key = await sealKey(store);
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, sealed.subarray(12)));
}

/** @param {Store} store */
async function sealKey(store) {
  const key = await store.get(sealName);
  if (!key) throw new Error("the device has no seal key");
  return key;
}
