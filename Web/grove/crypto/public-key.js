import { concat, encodeBase64URL, GroveError } from "../encoding/encoding.js";
import { toBytes32, toInteger } from "./integers.js";
import { isOnCurve } from "./p256.js";

/** @typedef {import("./p256.js").AffinePoint} AffinePoint */

/**
 * A P-256 public key in the one form that travels: 65 bytes, SEC1 uncompressed (protocol 2.4).
 *
 * A value of this class has been checked: 65 bytes, first byte 0x04, both coordinates below the
 * field prime, on the curve. The check is made here because browsers import compressed points as
 * well.
 */
export class PublicKey {
  static byteCount = 65;
  /** @type {Promise<CryptoKey> | undefined} */
  #verifyKey;

  /**
   * @param {Uint8Array} bytes
   * @throws {GroveError} `key_invalid`
   */
  constructor(bytes) {
    if (bytes.length !== PublicKey.byteCount || bytes[0] !== 4) {
      throw new GroveError("key_invalid", "encoding");
    }
    /** `0x04 || X(32) || Y(32)`. @readonly */
    this.bytes = bytes.slice();
    /** @type {AffinePoint} @readonly */
    this.point = { x: toInteger(bytes.subarray(1, 33)), y: toInteger(bytes.subarray(33)) };
    if (!isOnCurve(this.point)) throw new GroveError("key_invalid", "not on the curve");
    /** base64url, which is equal exactly for equal keys. @readonly */
    this.text = encodeBase64URL(this.bytes);
  }

  /**
   * @param {CryptoKey} key public
   * @returns {Promise<PublicKey>}
   */
  static async fromCryptoKey(key) {
    return new PublicKey(new Uint8Array(await crypto.subtle.exportKey("raw", key)));
  }

  /** The members `kty`, `crv`, `x`, `y` of a JSON Web Key. */
  get jwk() {
    const [x, y] = [this.bytes.subarray(1, 33), this.bytes.subarray(33)].map(encodeBase64URL);
    return { kty: "EC", crv: "P-256", x, y };
  }

  /**
   * Whether `signature` is ECDSA with SHA-256 by this key over `message`.
   *
   * @param {Uint8Array} signature exactly 64 bytes `r || s`; Firefox accepts other lengths, so the
   *   length is checked here (protocol 2.5). Both `s` and `n - s` pass: it is never an identifier.
   * @param {Uint8Array} message
   * @returns {Promise<boolean>}
   */
  async verify(signature, message) {
    if (signature.length !== 64) return false;
    this.#verifyKey ??= this.importFor({ name: "ECDSA", namedCurve: "P-256" }, ["verify"]);
    const key = await this.#verifyKey;
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    return crypto.subtle.verify(algorithm, key, signature, message).catch(() => false);
  }

  /**
   * @param {EcKeyImportParams} algorithm
   * @param {KeyUsage[]} usages
   * @returns {Promise<CryptoKey>}
   */
  importFor(algorithm, usages) {
    return crypto.subtle.importKey("raw", this.bytes, algorithm, true, usages);
  }

  /** @returns {string} as in JSON */
  toJSON() {
    return this.text;
  }
}

/**
 * @param {AffinePoint} point
 * @returns {PublicKey}
 */
export const keyAt = ({ x, y }) =>
  new PublicKey(concat(new Uint8Array([4]), toBytes32(x), toBytes32(y)));
