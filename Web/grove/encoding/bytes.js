import { malformed } from "./grove-error.js";

const encoder = new TextEncoder();
// ignoreBOM keeps a byte-order mark as a character, so that nobody takes it for absent.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * @param {string} text
 * @returns {boolean} whether it has no lone surrogate, that is, whether UTF-8 can express it.
 */
export const isWellFormed = (text) => !/\p{Surrogate}/u.test(text);

/**
 * @param {string} text
 * @returns {Uint8Array}
 * @throws {GroveError} `malformed` for a lone surrogate, which TextEncoder would replace silently.
 */
export function utf8(text) {
  if (!isWellFormed(text)) throw malformed("lone surrogate");
  return encoder.encode(text);
}

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 * @throws {GroveError} `malformed` where the bytes are not UTF-8.
 */
export function textOf(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformed("UTF-8");
  }
}

/**
 * @param {...Uint8Array} parts
 * @returns {Uint8Array}
 */
export function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}

/**
 * The order of byte strings: by the first difference, then by length. Not for secrets.
 *
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 * @returns {number} negative, zero or positive
 */
export function compare(left, right) {
  const common = Math.min(left.length, right.length);
  for (let index = 0; index < common; index += 1) {
    if (left[index] !== right[index]) return left[index] - right[index];
  }
  return left.length - right.length;
}

/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
export const equal = (left, right) => compare(left, right) === 0;

/**
 * @param {number} count
 * @returns {Uint8Array} from the platform's generator
 */
export const randomBytes = (count) => crypto.getRandomValues(new Uint8Array(count));
