import { PublicKey } from "../crypto/public-key.js";
import { SigningKey } from "../crypto/signing-key.js";
import { InclusionProof } from "../identity/inclusion-proof.js";

/**
 * What is left of a usable invitation once this device's key has been derived: the key, which
 * cannot be exported, and its place in the tree. The seed is gone (protocol 4.8).
 *
 * @typedef {object} UsableIdentity
 * @property {string} audience
 * @property {string} collaborationID
 * @property {string} root
 * @property {SigningKey} key diversified
 * @property {InclusionProof} inclusion
 */

/** The identities this device can prove, by the collaborations they are for. */
export class UsableIdentities {
  #store;

  /** @param {import("./record-store.js").RecordStore} store */
  constructor(store) {
    this.#store = store;
  }

  /**
   * Derives and stores this device's key for an invitation that was judged usable.
   *
   * @param {{ audience: string, collaborationID: string }} place of the invitation
   * @param {import("../message/prepared-identity.js").PreparedIdentity} identity
   * @param {import("../message/prepared-identity.js").PreparedLeaf} leaf
   * @param {import("../identity/base-key.js").BaseKey} baseKey
   * @returns {Promise<void>}
   */
  async add(place, identity, leaf, baseKey) {
    const key = await identity.signingKey(baseKey);
    const name = nameOf(place);
    const { index, hashes } = leaf.inclusion;
    const added = {
      root: identity.root, key: key.cryptoKey, publicKey: key.publicKey.bytes, index, hashes,
    };
    const known = /** @type {typeof added[]} */ ((await this.#store.get(name)) ?? []);
    const others = known.filter(({ root }) => root !== added.root);
    await this.#store.put(new Map([[name, [added, ...others]]]));
  }

  /**
   * @param {{ audience: string, collaborationID: string }} place
   * @returns {Promise<UsableIdentity[]>} the newest first; the next is for after `not_verified`
   *   only (protocol 8.3)
   */
  async find(place) {
    const known = /** @type {any[]} */ ((await this.#store.get(nameOf(place))) ?? []);
    return known.map(({ root, key, publicKey, index, hashes }) => ({
      audience: place.audience, collaborationID: place.collaborationID, root,
      key: new SigningKey(key, new PublicKey(publicKey)),
      inclusion: new InclusionProof(index, hashes),
    }));
  }
}

/** @param {{ audience: string, collaborationID: string }} place an origin has no newline */
const nameOf = ({ audience, collaborationID }) => `identities/${audience}\n${collaborationID}`;
