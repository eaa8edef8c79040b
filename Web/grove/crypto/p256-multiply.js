import { b, mod, p } from "./p256.js";

/**
 * Multiples of points, of PUBLIC data only: see `p256.js`. The addition is the complete one for
 * a = -3 of Renes, Costello and Batina (2016, algorithm 4) in homogeneous coordinates: the same
 * steps for all points, infinity and doubling included.
 *
 * @typedef {import("./p256.js").AffinePoint} AffinePoint
 * @typedef {{ x: bigint, y: bigint, z: bigint }} Point homogeneous: x/z, y/z
 */

/** @type {AffinePoint} */
export const generator = {
  x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
};

/**
 * @param {Point} one
 * @param {Point} other
 * @returns {Point}
 */
function add(one, other) {
  const xx = mod(one.x * other.x);
  const yy = mod(one.y * other.y);
  const zz = mod(one.z * other.z);
  const xy = mod((one.x + one.y) * (other.x + other.y) - xx - yy);
  const yz = mod((one.y + one.z) * (other.y + other.z) - yy - zz);
  const xz = mod((one.x + one.z) * (other.x + other.z) - xx - zz);
  const t = mod(3n * (xz - b * zz));
  const u = mod(3n * (b * xz - 3n * zz - xx));
  const v = mod(3n * (xx - zz));
  return {
    x: mod((yy + t) * xy - yz * u),
    y: mod((yy + t) * (yy - t) + v * u),
    z: mod(yz * (yy - t) + xy * v),
  };
}

/**
 * `scalar · point` by a ladder of 256 steps, one addition and one doubling each.
 *
 * @param {bigint} scalar 1 to n-1
 * @param {AffinePoint} point on the curve
 * @returns {AffinePoint}
 */
export function multiply(scalar, point) {
  const rungs = [{ x: 0n, y: 1n, z: 0n }, { ...point, z: 1n }];
  for (let place = 255n; place >= 0n; place -= 1n) {
    const bit = Number((scalar >> place) & 1n);
    rungs[1 - bit] = add(rungs[0], rungs[1]);
    rungs[bit] = add(rungs[bit], rungs[bit]);
  }
  const inverse = power(rungs[0].z, p - 2n);
  return { x: mod(rungs[0].x * inverse), y: mod(rungs[0].y * inverse) };
}

/**
 * @param {bigint} base
 * @param {bigint} exponent
 */
function power(base, exponent) {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = mod(result * result);
    if (bit === "1") result = mod(result * base);
  }
  return result;
}

/**
 * @param {AffinePoint} point
 * @returns {AffinePoint} the point with the same x and an even y
 */
export const withEvenY = ({ x, y }) => ({ x, y: y & 1n ? p - y : y });
