import { PublicKey } from "./public-key.js";

const algorithm = { name: "ECDSA", namedCurve: "P-256" };

/**
 * A P-256 key that signs: a device identity key or a diversified `d'` (protocol 3.1, 4.4). The
 * private half is a CryptoKey that cannot be exported; it can be stored in IndexedDB as it is.
 */
export class SigningKey {
  #key;

  /**
   * @param {CryptoKey} key private, ECDSA on P-256
   * @param {PublicKey} publicKey
   */
  constructor(key, publicKey) {
    this.#key = key;
    /** @readonly */
    this.publicKey = publicKey;
  }

  /** @returns {Promise<SigningKey>} a fresh key */
  static async generate() {
    const pair = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
    return new SigningKey(pair.privateKey, await PublicKey.fromCryptoKey(pair.publicKey));
  }

  /**
   * @param {Uint8Array} message
   * @returns {Promise<Uint8Array>} 64 bytes `r || s`
   */
  async sign(message) {
    const parameters = { name: "ECDSA", hash: "SHA-256" };
    return new Uint8Array(await crypto.subtle.sign(parameters, this.#key, message));
  }

  /** @returns {CryptoKey} for the store of the device that owns it; it still cannot be exported. */
  get cryptoKey() {
    return this.#key;
  }
}
