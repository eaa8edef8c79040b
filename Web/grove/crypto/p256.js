/**
 * Points of P-256 in `bigint`, for PUBLIC data only: the time such arithmetic takes tells about its
 * operands. A blind counts as public enough: what its timing could tell protects unlinkability, not
 * authentication (protocol 4.8).
 */

/** The field prime. */
export const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
/** The order of the group. */
export const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
export const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** @typedef {{ x: bigint, y: bigint }} AffinePoint */

/** @param {bigint} value */
export function mod(value) {
  const rest = value % p;
  return rest < 0n ? rest + p : rest;
}

/**
 * @param {AffinePoint} point
 * @returns {boolean} whether both coordinates are below p and y² = x³ - 3x + b
 */
export function isOnCurve({ x, y }) {
  if (x < 0n || x >= p || y < 0n || y >= p) return false;
  return mod(y * y) === mod((x * x - 3n) * x + b);
}
