import { concat } from "../encoding/bytes.js";
import { decodeHex } from "../encoding/hex.js";
import { PublicKey } from "./public-key.js";

/**
 * I2OSP of 32 bytes (RFC 8017).
 *
 * @param {bigint} value below 2^256
 * @returns {Uint8Array} 32 bytes, big-endian
 */
export const toBytes32 = (value) => decodeHex(value.toString(16).padStart(64, "0"));

/**
 * @param {import("./p256.js").AffinePoint} point
 * @returns {PublicKey}
 */
export const keyAt = ({ x, y }) =>
  new PublicKey(concat(new Uint8Array([4]), toBytes32(x), toBytes32(y)));
