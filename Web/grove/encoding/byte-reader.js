import { malformed } from "./grove-error.js";

/** Takes a structure apart, strictly: whoever has read everything calls `finish` (protocol 2.2). */
export class ByteReader {
  #bytes;
  #position = 0;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
  }

  get remaining() {
    return this.#bytes.length - this.#position;
  }

  u8() {
    return Number(this.#integer(1));
  }

  u16() {
    return Number(this.#integer(2));
  }

  u32() {
    return Number(this.#integer(4));
  }

  /** @returns {bigint} */
  u64() {
    return this.#integer(8);
  }

  /**
   * @param {number} count
   * @returns {Uint8Array} a copy
   * @throws {GroveError} `malformed` where fewer are left.
   */
  raw(count) {
    if (this.remaining < count) throw malformed("ends too early");
    this.#position += count;
    return this.#bytes.slice(this.#position - count, this.#position);
  }

  vec16() {
    return this.raw(this.u16());
  }

  vec32() {
    return this.raw(this.u32());
  }

  /** @throws {GroveError} `malformed` where bytes are left. */
  finish() {
    if (this.remaining !== 0) throw malformed("trailing bytes");
  }

  /** @param {number} count */
  #integer(count) {
    return this.raw(count).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  }
}
