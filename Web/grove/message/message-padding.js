import { limitExceeded } from "../encoding/grove-error.js";

/** The largest padded plaintext, in bytes. */
export const maximumPlaintext = 65_536;

/**
 * How long a plaintext of `length` bytes becomes (protocol 10.4): a multiple of 512, above 16 384
 * bytes a step of about a sixteenth, so that sizes say little at every scale.
 *
 * @param {number} length
 * @returns {number}
 */
export function paddedCount(length) {
  if (length <= 16_384) return roundUp(length, 512);
  const exponent = 31 - Math.clz32(length);
  const significant = 32 - Math.clz32(exponent);
  return roundUp(length, 1 << (exponent - significant));
}

/**
 * @param {Uint8Array} plaintext
 * @returns {Uint8Array} with zeros behind
 * @throws {GroveError} `limit_exceeded` above 65 536 bytes.
 */
export function padded(plaintext) {
  if (plaintext.length > maximumPlaintext) {
    throw limitExceeded("content");
  }
  const whole = new Uint8Array(paddedCount(plaintext.length));
  whole.set(plaintext);
  return whole;
}

/**
 * @param {number} length
 * @param {number} step
 */
const roundUp = (length, step) => Math.ceil(length / step) * step;
