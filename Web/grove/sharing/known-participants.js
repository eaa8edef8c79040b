import { rootOf } from "../message/collaboration-membership.js";
import { all, isSame, names } from "./sharing-names.js";

/**
 * @typedef {import("./known-membership.js").KnownMembership} KnownMembership
 * @typedef {import("./sharing.js").CollaborationKey} CollaborationKey
 */

/** All that is known about who takes part, first inviter first. */
export class KnownParticipants {
  /** @param {KnownMembership[]} records */
  constructor(records) {
    this.records = [...records].sort((one, other) => one.order - other.order);
  }

  /**
   * @param {import("./sharing-names.js").Reader} records
   * @param {CollaborationKey} collaboration
   */
  static async of(records, collaboration) {
    const found = await all(records, names.membership(collaboration));
    return new KnownParticipants(found.filter((one) => isSame(one.collaboration, collaboration)));
  }

  /**
   * The one account a root stands for (12.5): the first inviter who named it decides.
   *
   * @param {string} root
   * @returns {string | undefined}
   */
  accountOf(root) {
    const record = this.records.find(({ roots, removedRoots }) =>
      roots.has(root) || removedRoots.has(root));
    return record?.roots.get(root);
  }

  /**
   * The list in which the account takes part.
   *
   * @param {string} account
   * @returns {KnownMembership["members"] | undefined} nothing where it does not, or where an
   *   inviter before that one removed it
   */
  membershipOf(account) {
    for (const { members, former } of this.records) {
      if (rootOf(members, account) !== undefined) return members;
      if (former.has(account)) return undefined;
    }
    return undefined;
  }

  /**
   * Everybody who takes part.
   *
   * @returns {string[]}
   */
  get accounts() {
    const named = new Set(this.records.flatMap(({ members }) => [...members.members.keys()]));
    return [...named].filter((account) => this.membershipOf(account) !== undefined);
  }
}

/** Who takes part, as it is shown. */
export class ParticipantViews {
  #read;

  /** @param {import("./sharing-names.js").Reader} read */
  constructor(read) {
    this.#read = read;
  }

  /** @type {import("./sharing.js").Sharing["membershipOf"]} */
  membershipOf = async (collaboration) =>
    (await KnownParticipants.of(this.#read, collaboration)).accounts;
}
