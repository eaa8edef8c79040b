/**
 * OS2IP (RFC 8017).
 *
 * @param {Uint8Array} bytes big-endian
 * @returns {bigint}
 */
export const toInteger = (bytes) =>
  bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
