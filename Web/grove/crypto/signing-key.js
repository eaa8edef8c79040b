import { encodeBase64URL } from "../encoding/base64url.js";
import { concat } from "../encoding/bytes.js";
import { GroveError } from "../encoding/grove-error.js";
import { domain } from "./domain-label.js";
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
   * Imports a scalar so that it cannot be exported again, and makes sure that it works: Firefox and
   * WebKitGTK accept a JWK whose x and y do not belong to its d (protocol 4.8), so the key signs
   * `DS("self-test") || D'` and the expected public key verifies.
   *
   * @param {Uint8Array} scalar 32 bytes, big-endian, 1 to n-1
   * @param {PublicKey} publicKey the one that belongs to it
   * @returns {Promise<SigningKey>}
   * @throws {GroveError} `key_invalid` where they do not belong together.
   */
  static async import(scalar, publicKey) {
    const jwk = { ...publicKey.jwk, d: encodeBase64URL(scalar) };
    const key = await crypto.subtle
      .importKey("jwk", jwk, algorithm, false, ["sign"])
      .catch(() => undefined);
    if (!key) throw new GroveError("key_invalid", "not a P-256 key pair");
    const imported = new SigningKey(key, publicKey);
    const message = concat(domain("self-test"), publicKey.bytes);
    const signature = await imported.sign(message).catch(() => new Uint8Array());
    if (!(await publicKey.verify(signature, message))) {
      throw new GroveError("key_invalid", "the key does not sign as expected");
    }
    return imported;
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
