import { PublicKey } from "../crypto/public-key.js";
import { decodeBase64URL, encodeBase64URL, GroveError } from "../encoding/encoding.js";

const algorithm = { name: "ECDH", namedCurve: "P-256" };

/**
 * A KEM key pair: opens envelopes and does nothing else (protocol 3.1, 10.2). The private half
 * cannot be exported; it can be stored in IndexedDB as it is.
 */
export class KEMKey {
  #key;

  /**
   * @param {CryptoKey} key private, ECDH on P-256
   * @param {PublicKey} publicKey
   */
  constructor(key, publicKey) {
    this.#key = key;
    /** @readonly */
    this.publicKey = publicKey;
  }

  /** @returns {Promise<KEMKey>} a fresh key */
  static async generate() {
    const pair = await crypto.subtle.generateKey(algorithm, false, ["deriveBits"]);
    return new KEMKey(pair.privateKey, await PublicKey.fromCryptoKey(pair.publicKey));
  }

  /**
   * A fresh key that the account's other devices get too: its scalar has to be kept sealed.
   *
   * @returns {Promise<{ scalar: Uint8Array, publicKey: PublicKey }>}
   */
  static async generateScalar() {
    const pair = await crypto.subtle.generateKey(algorithm, true, ["deriveBits"]);
    const { d } = await crypto.subtle.exportKey("jwk", pair.privateKey);
    return { scalar: decodeBase64URL(d), publicKey: await PublicKey.fromCryptoKey(pair.publicKey) };
  }

  /**
   * Where the two do not belong together some browsers refuse it, and with the others nothing opens.
   *
   * @param {Uint8Array} scalar 32 bytes
   * @param {PublicKey} publicKey
   * @returns {Promise<KEMKey>} which cannot be exported again
   * @throws {GroveError} `key_invalid`
   */
  static async fromScalar(scalar, publicKey) {
    const jwk = { ...publicKey.jwk, d: encodeBase64URL(scalar) };
    const key = await crypto.subtle.importKey("jwk", jwk, algorithm, false, ["deriveBits"])
      .catch(() => undefined);
    if (!key) throw new GroveError("key_invalid", "key pair");
    return new KEMKey(key, publicKey);
  }

  /**
   * ECDH: the x-coordinate of the common point.
   *
   * @param {PublicKey} other checked to be on the curve, so never of small order
   * @returns {Promise<Uint8Array>} 32 bytes
   */
  async agree(other) {
    const theirs = await other.importFor(algorithm, []);
    const parameters = { name: "ECDH", public: theirs };
    return new Uint8Array(await crypto.subtle.deriveBits(parameters, this.#key, 256));
  }

  /** @returns {CryptoKey} for the store of the device that owns it; it still cannot be exported. */
  get cryptoKey() {
    return this.#key;
  }
}
