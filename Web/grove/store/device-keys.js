import { PublicKey } from "../crypto/public-key.js";
import { SigningKey } from "../crypto/signing-key.js";
import { KEMKey } from "../message/kem-key.js";

/** @typedef {import("./record-store.js").RecordStore} RecordStore */

const identityName = "keys/identity";
const kemPrefix = "keys/kem/";

/**
 * The keys a device is connected with (protocol 3.1): its identity key and its KEM keys, CryptoKeys
 * that cannot be exported. The base key is in `stored-base-key.js`.
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
   * Makes and stores the identity key of a new device.
   *
   * @param {RecordStore} store
   * @returns {Promise<DeviceKeys>}
   */
  static async create(store) {
    const identityKey = await SigningKey.generate();
    const record = { key: identityKey.cryptoKey, publicKey: identityKey.publicKey.bytes };
    await store.put(new Map([[identityName, record]]));
    return new DeviceKeys(store, identityKey);
  }

  /**
   * @param {RecordStore} store
   * @returns {Promise<DeviceKeys | undefined>} nothing where this browser is no device yet
   */
  static async load(store) {
    const identity = await store.get(identityName);
    if (identity === undefined) return undefined;
    const { key, publicKey } = /** @type {{ key: CryptoKey, publicKey: Uint8Array }} */ (identity);
    return new DeviceKeys(store, new SigningKey(key, new PublicKey(publicKey)));
  }

  /**
   * Makes and stores the KEM key of this number, before it is published.
   *
   * @param {number} keyID never used before by this device
   * @returns {Promise<KEMKey>}
   */
  async createKEMKey(keyID) {
    const key = await KEMKey.generate();
    const record = { key: key.cryptoKey, publicKey: key.publicKey.bytes };
    await this.#store.put(new Map([[kemPrefix + keyID, record]]));
    return key;
  }

  /** @returns {Promise<Map<number, KEMKey>>} those not deleted, by number */
  async kemKeys() {
    const records = await this.#store.list(kemPrefix);
    return new Map([...records].map(([name, value]) => {
      const { key, publicKey } = /** @type {{ key: CryptoKey, publicKey: Uint8Array }} */ (value);
      return [Number(name.slice(kemPrefix.length)), new KEMKey(key, new PublicKey(publicKey))];
    }));
  }

  /** @param {number} keyID whose private half is no longer needed (protocol 3.6) */
  async deleteKEMKey(keyID) {
    await this.#store.put(new Map([[kemPrefix + keyID, undefined]]));
  }
}
