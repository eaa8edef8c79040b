import { maskedProduct } from "../crypto/integers.js";
import { importSigningKey } from "../crypto/imported-key.js";

/**
 * A diversification base key (DBK, protocol 3.1): the one key whose scalar has to be readable,
 * because identities are derived from it by arithmetic. It never signs and never agrees on a
 * secret.
 */
export class BaseKey {
  #scalar;

  /**
   * @param {Uint8Array} scalar 32 bytes
   * @param {import("../crypto/public-key.js").PublicKey} publicKey
   */
  constructor(scalar, publicKey) {
    this.#scalar = scalar.slice();
    /** @readonly */
    this.publicKey = publicKey;
  }

  /**
   * The private half of diversification (protocol 4.4): `d' = ±b·d`, imported so that it cannot be
   * exported and proven to belong to what the sender computed.
   *
   * @param {import("./diversification.js").Diversification} diversification
   * @returns {Promise<import("../crypto/signing-key.js").SigningKey>}
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
