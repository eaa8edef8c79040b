import { concat, encodeBase64URL, malformed } from "../encoding/encoding.js";
import { sha256 } from "../crypto/hash.js";

/**
 * Part of the protocol's version: a variable number would tell how many devices there are (5.1).
 */
export const leafCount = 32;
export const treeDepth = 5;

/**
 * Where a public key stands in an identity tree, and the hashes that lead to the root (protocol
 * 5.4).
 */
export class InclusionProof {
  /**
   * @param {number} index 0 to 31, among the sorted leaves
   * @param {Uint8Array[]} hashes five siblings of 32 bytes, bottom-up
   * @throws {GroveError} `malformed`; fewer, more or longer hashes would let an inner node pass for
   *   a leaf (protocol 14 rows 1-5).
   */
  constructor(index, hashes) {
    const isPath = hashes.length === treeDepth && hashes.every((hash) => hash.length === 32);
    if (!isPath || !Number.isInteger(index) || index < 0 || index >= leafCount) {
      throw malformed("inclusion proof");
    }
    /** @readonly */
    this.index = index;
    /** @readonly */
    this.hashes = hashes;
  }

  /**
   * @param {import("../crypto/public-key.js").PublicKey} publicKey
   * @returns {Promise<import("../encoding/identifiers.js").RootHash>} the root it leads to
   */
  async root(publicKey) {
    let node = await sha256(publicKey.bytes);
    for (const [level, sibling] of this.hashes.entries()) {
      const isRight = (this.index >> level) & 1;
      node = await sha256(isRight ? concat(sibling, node) : concat(node, sibling));
    }
    return encodeBase64URL(node);
  }
}
