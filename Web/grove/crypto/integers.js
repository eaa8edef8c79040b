import { randomBytes } from "../encoding/bytes.js";
import { decodeHex } from "../encoding/hex.js";
import { n } from "./p256.js";

/**
 * OS2IP (RFC 8017).
 *
 * @param {Uint8Array} bytes big-endian
 * @returns {bigint}
 */
export const toInteger = (bytes) =>
  bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);

/**
 * I2OSP of 32 bytes (RFC 8017).
 *
 * @param {bigint} value below 2^256
 * @returns {Uint8Array} 32 bytes, big-endian
 */
export const toBytes32 = (value) => decodeHex(value.toString(16).padStart(64, "0"));

/**
 * `1 + (OS2IP(wide) mod (n-1))` (protocol 3.7, 4.4).
 *
 * @param {Uint8Array} wide 48 bytes, from HKDF-Expand
 * @returns {bigint} 1 to n-1
 */
export const reduceWide = (wide) => 1n + (toInteger(wide) % (n - 1n));

/**
 * `secret · factor mod n`: the one product of the protocol on a device's secret scalar. It is
 * computed as `((secret + r·n) · factor) mod n` with 128 fresh random bits `r`, so that neither the
 * product nor the division sees the secret itself (protocol 4.8).
 *
 * @param {Uint8Array} secret 32 bytes
 * @param {bigint} factor 1 to n-1
 * @returns {Uint8Array} 32 bytes
 */
export function maskedProduct(secret, factor) {
  const masked = toInteger(secret) + toInteger(randomBytes(16)) * n;
  return toBytes32((masked * factor) % n);
}
