import { decodeHex, encodeHex } from "../encoding/hex.js";

/**
 * OS2IP (RFC 8017).
 *
 * @param {Uint8Array} bytes big-endian
 * @returns {bigint}
 */
export const toInteger = (bytes) => BigInt(`0x0${encodeHex(bytes)}`);

/**
 * I2OSP of 32 bytes (RFC 8017).
 *
 * @param {bigint} value below 2^256
 * @returns {Uint8Array}
 */
export const toBytes32 = (value) => decodeHex(value.toString(16).padStart(64, "0"));
