import { compare, concat, encodeBase64URL, equal, GroveError } from "../encoding/encoding.js";
import { sha256 } from "../crypto/hash.js";
import { InclusionProof, leafCount, treeDepth } from "./inclusion-proof.js";
import { padded } from "./tree-padding.js";

/** @typedef {import("../crypto/public-key.js").PublicKey} PublicKey */

/**
 * A person's identity in one collaboration: a tree of always 32 leaves over their devices'
 * diversified keys and derived padding (protocol 5). The sender builds it from public base keys to
 * get the root; every device of the recipient rebuilds it, and so notices any leaf that is not
 * theirs (6.3).
 */
export class IdentityTree {
  #levels;

  /** @param {Uint8Array[][]} levels from the sorted leaves up to the root alone */
  constructor(levels) {
    this.#levels = levels;
    /** @type {import("../encoding/identifiers.js").RootHash} @readonly */
    this.root = encodeBase64URL(levels[treeDepth][0]);
  }

  /** @returns {Uint8Array[]} all 32 leaf hashes, ascending */
  get leaves() {
    return this.#levels[0];
  }

  /**
   * @param {PublicKey[]} bases of the devices that take part in collaborations, in any order
   * @param {import("./diversification.js").Diversification} diversification
   * @returns {Promise<IdentityTree>}
   * @throws {GroveError} `no_collaboration_device` for none, `limit_exceeded` for more than 32,
   *   `duplicate_key` where two leaves are equal.
   */
  static async build(bases, diversification) {
    if (bases.length === 0) {
      throw new GroveError("no_collaboration_device", "no leaf");
    }
    if (bases.length > leafCount) {
      throw new GroveError("limit_exceeded", "leaves");
    }
    const leaves = [];
    for (const base of bases) leaves.push(await leaf(await diversification.publicKey(base)));
    return IdentityTree.overLeaves(await padded(leaves, diversification));
  }

  /**
   * @param {Uint8Array[]} leaves exactly 32, in any order
   * @returns {Promise<IdentityTree>}
   */
  static async overLeaves(leaves) {
    const sorted = [...leaves].sort(compare);
    if (sorted.some((hash, index) => index > 0 && equal(hash, sorted[index - 1]))) {
      throw new GroveError("duplicate_key", "leaves");
    }
    const levels = [sorted];
    for (let below = sorted; below.length > 1; below = levels[levels.length - 1]) {
      levels.push(await parents(below));
    }
    return new IdentityTree(levels);
  }

  /**
   * @param {PublicKey} publicKey diversified
   * @returns {Promise<InclusionProof | undefined>} nothing where it is not in this tree
   */
  async inclusionProof(publicKey) {
    const hash = await leaf(publicKey);
    const index = this.leaves.findIndex((candidate) => equal(candidate, hash));
    if (index < 0) return undefined;
    const path = this.#levels.slice(0, treeDepth);
    return new InclusionProof(index, path.map((level, height) => level[(index >> height) ^ 1]));
  }
}

/**
 * `H(D')` over the 65 bytes.
 *
 * @param {PublicKey} publicKey
 */
const leaf = (publicKey) => sha256(publicKey.bytes);

/**
 * `H(left || right)`, without prefixes: lengths keep leaves and nodes apart (protocol 5.6).
 *
 * @param {Uint8Array[]} hashes
 */
async function parents(hashes) {
  const above = [];
  for (let left = 0; left < hashes.length; left += 2) {
    above.push(await sha256(concat(hashes[left], hashes[left + 1])));
  }
  return above;
}
