import { decodeBase64URL } from "../encoding/base64url.js";
import { maskedProduct, publicKeyOf } from "../crypto/scalar.js";
import { importSigningKey } from "../crypto/imported-key.js";
import { SigningKey } from "../crypto/signing-key.js";
import { PublicKey } from "../crypto/public-key.js";

/**
 * A diversification base key (DBK, protocol 3.1): the one key whose scalar has to be readable,
 * because identities are derived from it by arithmetic. It never signs and never agrees on a
 * secret.
 */
export class BaseKey {
  #scalar;

  /**
   * @param {Uint8Array} scalar 32 bytes
   * @param {PublicKey} publicKey
   */
  constructor(scalar, publicKey) {
    this.#scalar = scalar.slice();
    /** @readonly */
    this.publicKey = publicKey;
  }

  /** @returns {Promise<BaseKey>} a fresh key, drawn by the platform */
  static async generate() {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
    const { d } = await crypto.subtle.exportKey("jwk", pair.privateKey);
    return new BaseKey(decodeBase64URL(d), await PublicKey.fromCryptoKey(pair.publicKey));
  }

  /**
   * @param {Uint8Array} scalar 32 bytes, 1 to n-1
   * @returns {Promise<BaseKey>}
   */
  static async fromScalar(scalar) {
    return new BaseKey(scalar, await publicKeyOf(scalar));
  }

  /**
   * The private half of diversification (protocol 4.4): `d' = ±b·d`, imported so that it cannot be
   * exported and proven to belong to what the sender computed.
   *
   * @param {import("./diversification.js").Diversification} diversification
   * @returns {Promise<SigningKey>}
   */
  async diversified(diversification) {
    const { publicKey, factor } = await diversification.publicHalf(this.publicKey);
    return importSigningKey(maskedProduct(this.#scalar, factor), publicKey);
  }

  /**
   * @returns {Uint8Array} a copy of the scalar, for wrapping in the device's store and nothing else
   */
  exportScalar() {
    return this.#scalar.slice();
  }
}
