import { malformed } from "./grove-error.js";

/**
 * The largest 64-bit unsigned integer. All such integers are `bigint` here: a number is too small.
 */
export const maximumUInt64 = (1n << 64n) - 1n;

/**
 * Reads a canonical decimal string (protocol 2.6.1).
 *
 * @param {unknown} text
 * @returns {bigint} 0 to 2^64-1
 * @throws {GroveError} `malformed` for a sign, a leading zero, another character, a larger value,
 *   or a number where text is asked for.
 */
export function parseDecimal(text) {
  if (typeof text !== "string" || !/^(0|[1-9][0-9]{0,19})$/.test(text)) {
    throw malformed("decimal");
  }
  const value = BigInt(text);
  if (value > maximumUInt64) throw malformed("decimal");
  return value;
}
