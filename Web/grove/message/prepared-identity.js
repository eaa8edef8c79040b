import { GroveError } from "../encoding/grove-error.js";
import { Diversification } from "../identity/diversification.js";
import { IdentityTree } from "../identity/identity-tree.js";
import { takesPartInCollaborations } from "./device-entry.js";

/** @typedef {import("../crypto/public-key.js").PublicKey} PublicKey */

/**
 * A device's place in an identity tree.
 *
 * @typedef {object} PreparedLeaf
 * @property {PublicKey} baseKey it was derived from
 * @property {PublicKey} publicKey diversified, `D'`
 * @property {import("../identity/inclusion-proof.js").InclusionProof} inclusion
 */

/**
 * An account's identity in one collaboration, worked out from its statement and a seed (protocol 4,
 * 5): by the sender for each recipient (6.5 (3)), and again by every device of the recipient (6.3
 * (e)). It holds the seed: forget it once the envelopes are uploaded or the key has been derived.
 */
export class PreparedIdentity {
  #diversification;
  #seed;

  /**
   * @param {import("./account-statement.js").AccountStatement} statement
   * @param {import("../identity/identity-seed.js").IdentitySeed} seed
   * @param {Diversification} diversification
   * @param {IdentityTree} tree
   */
  constructor(statement, seed, diversification, tree) {
    this.statement = statement;
    this.#seed = seed;
    this.#diversification = diversification;
    this.tree = tree;
    this.root = tree.root;
    this.account = statement.accountID;
  }

  /**
   * @param {object} place
   * @param {string} place.audience
   * @param {string} place.collaborationID
   * @param {import("./account-statement.js").AccountStatement} statement whose devices get leaves
   * @param {import("../identity/identity-seed.js").IdentitySeed} seed fresh for each collaboration,
   *   recipient and issuance (4.4.1)
   * @returns {Promise<PreparedIdentity>}
   * @throws {GroveError} `no_collaboration_device`: such an account cannot be invited (5.3).
   */
  static async derive({ audience, collaborationID }, statement, seed) {
    const context = { audience, collaborationID, recipient: statement.accountID };
    const diversification = await Diversification.from(seed, context);
    const bases = participants(statement).map((entry) => entry.baseKey);
    const tree = await IdentityTree.build(bases, diversification);
    return new PreparedIdentity(statement, seed, diversification, tree);
  }

  /**
   * @returns {import("./content/invitation.js").InvitedIdentity} what this account's invitation
   *   carries
   */
  get invited() {
    return { seed: this.#seed, root: this.root, statement: this.statement.reference };
  }

  /**
   * @param {PublicKey} baseKey
   * @returns {Promise<PreparedLeaf | undefined>} nothing where no device taking part has it
   */
  async leaf(baseKey) {
    if (!participants(this.statement).some((entry) => entry.baseKey.text === baseKey.text)) {
      return undefined;
    }
    const publicKey = await this.#diversification.publicKey(baseKey);
    const inclusion = await this.tree.inclusionProof(publicKey);
    return inclusion && { baseKey, publicKey, inclusion };
  }

  /**
   * The private key of this device's leaf, which cannot be exported: store it, and let the seed go.
   *
   * @param {import("../identity/base-key.js").BaseKey} baseKey
   * @returns {Promise<import("../crypto/signing-key.js").SigningKey>}
   * @throws {GroveError} `key_invalid` where this device has no leaf.
   */
  async signingKey(baseKey) {
    if (!(await this.leaf(baseKey.publicKey))) {
      throw new GroveError("key_invalid", "no leaf");
    }
    return baseKey.diversified(this.#diversification);
  }
}

/** @param {import("./account-statement.js").AccountStatement} statement */
const participants = (statement) =>
  statement.devices.filter((entry) => entry.has(takesPartInCollaborations));
