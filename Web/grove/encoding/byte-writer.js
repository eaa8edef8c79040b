import { concat, utf8 } from "./bytes.js";
import { maximumUInt64 } from "./decimal.js";
import { limitExceeded } from "./grove-error.js";

/**
 * Puts a structure together (protocol 2.2): big-endian integers, raw bytes and counted bytes. It
 * refuses what a count cannot express and never truncates (2.7.1).
 */
export class ByteWriter {
  /** @type {Uint8Array[]} */
  #parts;

  /** @param {Uint8Array} [prefix] for instance a domain label */
  constructor(prefix) {
    this.#parts = prefix ? [prefix] : [];
  }

  /** @param {number} value */
  u8(value) {
    return this.#integer(BigInt(value), 1);
  }

  /** @param {number} value */
  u16(value) {
    return this.#integer(BigInt(value), 2);
  }

  /** @param {number} value */
  u32(value) {
    return this.#integer(BigInt(value), 4);
  }

  /** @param {bigint} value */
  u64(value) {
    if (value > maximumUInt64) throw limitExceeded("integer");
    return this.#integer(value, 8);
  }

  /** @param {Uint8Array} bytes */
  raw(bytes) {
    this.#parts.push(bytes);
    return this;
  }

  /** @param {Uint8Array} bytes at most 65 535 */
  vec16(bytes) {
    return this.u16(bytes.length).raw(bytes);
  }

  /** @param {Uint8Array} bytes */
  vec32(bytes) {
    return this.u32(bytes.length).raw(bytes);
  }

  /** @param {string} text as `vec16` of its UTF-8 */
  text16(text) {
    return this.vec16(utf8(text));
  }

  /** @returns {Uint8Array} */
  get bytes() {
    return concat(...this.#parts);
  }

  /**
   * @param {bigint} value
   * @param {number} count
   */
  #integer(value, count) {
    if (value < 0n || value >> BigInt(8 * count)) {
      throw limitExceeded("integer");
    }
    const bytes = new Uint8Array(count);
    for (let index = count - 1, rest = value; index >= 0; index -= 1, rest >>= 8n) {
      bytes[index] = Number(rest & 0xffn);
    }
    this.#parts.push(bytes);
    return this;
  }
}
