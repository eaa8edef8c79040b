import { randomBytes } from "../encoding/bytes.js";
import { malformed } from "../encoding/grove-error.js";
import { PublicKey } from "../crypto/public-key.js";
import { BaseKey } from "../identity/base-key.js";

/** @typedef {import("./record-store.js").RecordStore} RecordStore */

const baseName = "keys/base";

/**
 * Makes and stores the base key of a new device (protocol 4.8). Its scalar has to be readable by the
 * derivation, so it is kept sealed under an AES key that cannot be exported: a backup or a look at
 * the disk does not show it. A script running in this origin could still read it; it is in memory
 * only where something is derived.
 *
 * @param {RecordStore} store
 * @returns {Promise<BaseKey>}
 */
export async function createBaseKey(store) {
  const baseKey = await BaseKey.generate();
  await store.put(new Map([[baseName, await wrap(baseKey)]]));
  return baseKey;
}

/**
 * @param {RecordStore} store
 * @returns {Promise<BaseKey | undefined>}
 * @throws {GroveError} `malformed` where what is stored was changed.
 */
export async function loadBaseKey(store) {
  const wrapped = await store.get(baseName);
  return wrapped === undefined ? undefined : unwrap(/** @type {WrappedKey} */ (wrapped));
}

/**
 * @typedef {object} WrappedKey
 * @property {CryptoKey} wrappingKey AES-GCM, cannot be exported
 * @property {Uint8Array} nonce
 * @property {Uint8Array} sealed the scalar
 * @property {Uint8Array} publicKey also authenticated by the seal
 */

/**
 * @param {BaseKey} baseKey
 * @returns {Promise<WrappedKey>}
 */
async function wrap(baseKey) {
  const algorithm = { name: "AES-GCM", length: 256 };
  const wrappingKey = await crypto.subtle.generateKey(algorithm, false, ["encrypt", "decrypt"]);
  const [nonce, publicKey] = [randomBytes(12), baseKey.publicKey.bytes];
  const parameters = { name: "AES-GCM", iv: nonce, additionalData: publicKey };
  const scalar = baseKey.exportScalar();
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters, wrappingKey, scalar));
  scalar.fill(0);
  return { wrappingKey, nonce, sealed, publicKey };
}

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
    throw malformed("the stored base key does not open");
  }
}
