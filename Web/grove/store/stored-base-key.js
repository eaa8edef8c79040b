import { malformed } from "../encoding/grove-error.js";
import { PublicKey } from "../crypto/public-key.js";
import { BaseKey } from "../identity/base-key.js";

/** @typedef {import("./record-store.js").RecordStore} RecordStore */

/** @type {import("./record-store.js").Name<WrappedKey>} */
export const baseName = "keys/base";

/**
 * @param {RecordStore} store
 * @returns {Promise<BaseKey | undefined>}
 * @throws {GroveError} `malformed` where what is stored was changed.
 */
export async function loadBaseKey(store) {
  const wrapped = await store.get(baseName);
  return wrapped === undefined ? undefined : unwrap(wrapped);
}

/**
 * @typedef {object} WrappedKey
 * @property {CryptoKey} wrappingKey AES-GCM, cannot be exported
 * @property {Uint8Array} nonce
 * @property {Uint8Array} sealed the scalar
 * @property {Uint8Array} publicKey also authenticated by the seal
 */

/**
 * @param {WrappedKey} wrapped
 * @returns {Promise<BaseKey>}
 */
async function unwrap({ wrappingKey, nonce, sealed, publicKey }) {
  const parameters = { name: "AES-GCM", iv: nonce, additionalData: publicKey };
  try {
    const scalar = new Uint8Array(await crypto.subtle.decrypt(parameters, wrappingKey, sealed));
    return new BaseKey(scalar, new PublicKey(publicKey));
  } catch {
    throw malformed("base key");
  }
}
