import { ByteWriter, concat, decodeBase64URL } from "../encoding/encoding.js";
import { domain } from "../crypto/hash.js";
import { hkdfExpand, hkdfExtract, sha256 } from "../crypto/hash.js";
import { keyAt } from "../crypto/public-key.js";
import { multiply, withEvenY } from "../crypto/p256-multiply.js";
import { n } from "../crypto/p256.js";
import { reduceWide } from "../crypto/integers.js";

/** @typedef {import("../crypto/public-key.js").PublicKey} PublicKey */

/**
 * What a diversified key is bound to (protocol 4.4).
 *
 * @typedef {object} IdentityContext
 * @property {string} audience the origin of the collaboration's link
 * @property {string} collaborationID
 * @property {import("../encoding/identifiers.js").AccountID} recipient
 */

/**
 * `H(DS("context") || vec16(audience) || vec16(collaborationID) || recipient)`: a seed used twice
 * still gives unrelated keys in another context (4.4.2).
 *
 * @param {IdentityContext} context
 * @returns {Promise<Uint8Array>} 32 bytes
 */
export const contextHash = ({ audience, collaborationID, recipient }) =>
  sha256(
    new ByteWriter(domain("context"))
      .text16(audience)
      .text16(collaborationID)
      .raw(decodeBase64URL(recipient)).bytes,
  );

/**
 * Key diversification (protocol 4.4), the half that needs public keys only: from one seed and
 * context a blind for every base key and a padding leaf for every place without a device.
 */
export class Diversification {
  #pseudoRandomKey;

  /** @param {Uint8Array} pseudoRandomKey */
  constructor(pseudoRandomKey) {
    this.#pseudoRandomKey = pseudoRandomKey;
  }

  /**
   * @param {import("./identity-seed.js").IdentitySeed} seed
   * @param {IdentityContext} context
   * @returns {Promise<Diversification>}
   */
  static async from(seed, context) {
    return new Diversification(await hkdfExtract(await contextHash(context), seed.exportBytes()));
  }

  /**
   * `b(D) = 1 + (OS2IP(HKDF-Expand(prk, DS("blind") || D, 48)) mod (n-1))`.
   *
   * @param {PublicKey} base
   * @returns {Promise<bigint>}
   */
  async blind(base) {
    const info = concat(domain("blind"), base.bytes);
    return reduceWide(await hkdfExpand(this.#pseudoRandomKey, info, 48));
  }

  /**
   * `D'`: the point with the x-coordinate of `b·D` and an even y.
   *
   * @param {PublicKey} base
   * @returns {Promise<PublicKey>}
   */
  async publicKey(base) {
    return keyAt(withEvenY(multiply(await this.blind(base), base.point)));
  }

  /**
   * What the private half needs: `D'`, and the factor `f` with `D' = f·D`. The sign of an odd y
   * goes into the factor, so that nothing has to be done to the secret but one product.
   *
   * @param {PublicKey} base
   * @returns {Promise<{ publicKey: PublicKey, factor: bigint }>}
   */
  async publicHalf(base) {
    const blind = await this.blind(base);
    const point = multiply(blind, base.point);
    const factor = point.y & 1n ? n - blind : blind;
    return { publicKey: keyAt(withEvenY(point)), factor };
  }

  /**
   * Padding leaf `index`: `HKDF-Expand(prk, DS("pad") || u16(index), 32)`, a hash nobody knows a
   * key for (protocol 5.2).
   *
   * @param {number} index
   * @returns {Promise<Uint8Array>}
   */
  pad(index) {
    const info = new ByteWriter(domain("pad")).u16(index).bytes;
    return hkdfExpand(this.#pseudoRandomKey, info, 32);
  }
}
