import { PublicKey } from "../crypto/public-key.js";
import { SigningKey } from "../crypto/signing-key.js";
import { KEMKey } from "../message/kem-key.js";

/**
 * @typedef {import("./record-store.js").RecordStore} RecordStore
 * @typedef {{ key: CryptoKey, publicKey: Uint8Array }} StoredPair
 */

/** @type {import("./record-store.js").Name<StoredPair>} */
export const identityName = "keys/identity";
/** @type {import("./record-store.js").Name<StoredPair>} */
const kemPrefix = "keys/kem/";

/**
 * The keys a device is connected with (protocol 3.1): its identity key and its KEM keys, CryptoKeys
 * that cannot be exported. Made in `new-keys.js`; the base key is in `stored-base-key.js`.
 */
export class DeviceKeys {
  #store;

  /**
   * @param {RecordStore} store
   * @param {SigningKey} identityKey (DIK)
   */
  constructor(store, identityKey) {
    this.#store = store;
    this.identityKey = identityKey;
  }

  /**
   * @param {RecordStore} store
   * @returns {Promise<DeviceKeys | undefined>} nothing where this browser is no device yet
   */
  static async load(store) {
    const identity = await store.get(identityName);
    if (identity === undefined) return undefined;
    const { key, publicKey } = identity;
    return new DeviceKeys(store, new SigningKey(key, new PublicKey(publicKey)));
  }

  /** @returns {Promise<Map<number, KEMKey>>} those not deleted, by number */
  async kemKeys() {
    const records = await this.#store.list(kemPrefix);
    return new Map([...records].map(([name, { key, publicKey }]) =>
      [Number(name.slice(kemPrefix.length)), new KEMKey(key, new PublicKey(publicKey))]));
  }
}
