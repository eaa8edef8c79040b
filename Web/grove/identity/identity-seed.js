import { malformed, randomBytes } from "../encoding/encoding.js";

/**
 * 32 secret bytes from which one issued root follows (protocol 4.4): fresh for every collaboration,
 * recipient and issuance, delivered only inside sealed envelopes to that recipient's devices, and
 * forgotten by the sender after the upload (4.4.1). Prints as nothing.
 */
export class IdentitySeed {
  static byteCount = 32;
  #bytes;

  /**
   * @param {Uint8Array} bytes
   * @throws {GroveError} `malformed` unless there are exactly 32.
   */
  constructor(bytes) {
    if (bytes.length !== IdentitySeed.byteCount) throw malformed("seed");
    this.#bytes = bytes.slice();
  }

  static random() {
    return new IdentitySeed(randomBytes(IdentitySeed.byteCount));
  }

  /** @returns {Uint8Array} a plain copy, for derivation and for the sealed invitation */
  exportBytes() {
    return this.#bytes.slice();
  }
}
