import { randomBytes } from "../encoding/bytes.js";
import { malformed } from "../encoding/grove-error.js";
import { PublicKey } from "../crypto/public-key.js";
import { SigningKey } from "../crypto/signing-key.js";
import { BaseKey } from "../identity/base-key.js";
import { KEMKey } from "../message/kem-key.js";

/** @typedef {import("./record-store.js").RecordStore} RecordStore */

const identityName = "keys/identity";
const baseName = "keys/base";
const kemPrefix = "keys/kem/";

/**
 * A device's own keys (protocol 3.1, 4.8). The identity key and the KEM keys are CryptoKeys that
 * cannot be exported. The base key's scalar has to be readable by the derivation, so it is kept
 * sealed under an AES key that cannot be exported: a backup or a look at the disk does not show it.
 * A script running in this origin could still read it.
 */
export class DeviceKeys {
  #store;

  /**
   * @param {RecordStore} store
   * @param {SigningKey} identityKey (DIK)
   * @param {BaseKey} baseKey (DBK)
   */
  constructor(store, identityKey, baseKey) {
    this.#store = store;
    this.identityKey = identityKey;
    this.baseKey = baseKey;
  }

  /**
   * Makes the keys of a new device and stores them in one step.
   *
   * @param {RecordStore} store
   * @returns {Promise<DeviceKeys>}
   */
  static async create(store) {
    const [identityKey, baseKey] = [await SigningKey.generate(), await BaseKey.generate()];
    await store.put(new Map(Object.entries({
      [identityName]: { key: identityKey.cryptoKey, publicKey: identityKey.publicKey.bytes },
      [baseName]: await wrap(baseKey),
    })));
    return new DeviceKeys(store, identityKey, baseKey);
  }

  /**
   * @param {RecordStore} store
   * @returns {Promise<DeviceKeys | undefined>} nothing where this browser is no device yet
   * @throws {GroveError} `malformed` where what is stored was changed.
   */
  static async load(store) {
    const [identity, base] = [await store.get(identityName), await store.get(baseName)];
    if (identity === undefined || base === undefined) return undefined;
    const { key, publicKey } = /** @type {{ key: CryptoKey, publicKey: Uint8Array }} */ (identity);
    const identityKey = new SigningKey(key, new PublicKey(publicKey));
    return new DeviceKeys(store, identityKey, await unwrap(/** @type {WrappedKey} */ (base)));
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
