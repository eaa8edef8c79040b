import { compareIdentifiers } from "../../encoding/identifiers.js";
import { membershipOf, rootOf } from "../../message/collaboration-membership.js";
import { applyUpdate, maximumMembers } from "../../message/membership-merge.js";
import { isSame, keyOf, names } from "../model/record-names.js";
import { all } from "../model/records.js";

/**
 * @typedef {import("../../message/content/limits.js").IdentityMapEntry} IdentityMapEntry
 * @typedef {import("../../message/content/membership-update.js").MembershipUpdate} MembershipUpdate
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 *
 * @typedef {{ inviter: string, identityMap: IdentityMapEntry[], epoch: bigint, order: number }} Told
 *   what an inviter says of a collaboration, and its place among what this device keeps
 *
 * Who takes part in a collaboration, as one inviter told it (protocol 6.2, 12.3). Each inviter has
 * a record of its own: nobody can speak for another's list. Records are asked in the order in which
 * their inviters first appeared, so that a later invitation cannot redirect mentions or bring back
 * somebody whom the first inviter removed. Never changed in place.
 *
 * @typedef {object} KnownMembership
 * @property {CollaborationKey} collaboration
 * @property {string} inviter
 * @property {number} order the smallest `order` of the inviter's invitations
 * @property {import("../../message/collaboration-membership.js").CollaborationMembership} members
 * @property {Map<string, string>} roots every root the inviter named and did not take back, with
 *   its account: a person invited twice has two, and an app may mention either (12.5)
 * @property {Set<string>} removedRoots fresh seeds never make one again
 * @property {Map<string, string>} [takenBack] whose those were, as far as it was noted: who went is named by it
 * @property {Set<string>} former accounts whose last root was taken back (12.7)
 * @property {Set<string>} [further] roots of accounts that had access by another when they were named
 */

/**
 * Takes over an update, or nothing of it.
 *
 * @param {KnownMembership} known
 * @param {MembershipUpdate} update
 * @param {string} sender
 * @returns {import("../../encoding/check-result.js").Answer<KnownMembership, string>}
 */
export function applied(known, update, sender) {
  for (const { account, root } of update.added) {
    const owner = known.roots.get(root);
    if (owner !== undefined && owner !== account) return { ok: false, refusal: "root_taken" };
  }
  const answer = applyUpdate(known.members, update, sender);
  if (!answer.ok) return answer;
  const roots = new Map(known.roots);
  const removedRoots = new Set([...known.removedRoots, ...update.removed]);
  const takenBack = new Map(known.takenBack);
  for (const root of update.removed) {
    const account = roots.get(root);
    if (account !== undefined) takenBack.set(root, account);
    roots.delete(root);
  }
  for (const { account, root } of update.added) {
    if (!removedRoots.has(root)) roots.set(root, account);
  }
  const now = new Set(roots.values());
  const former = new Set(
    [...known.former, ...known.roots.values()].filter((account) => !now.has(account)));
  const members = keepingOthers(known, answer.value, roots);
  return { ok: true, value: { ...known, members, roots, removedRoots, former, ...(takenBack.size > 0 && { takenBack }) } };
}

/**
 * Whoever loses the identity that was given last takes part by another that stands, as far as the list has room: an inviter
 * may have filled it. It has epoch 0, so that whatever is told of them comes after it.
 *
 * @param {KnownMembership} before
 * @param {KnownMembership["members"]} members
 * @param {Map<string, string>} roots as they stand now
 * @returns {KnownMembership["members"]}
 */
function keepingOthers({ roots: earlier }, members, roots) {
  const standing = new Set(roots.values());
  const lost = [...new Set(earlier.values())].filter((account) => standing.has(account) && rootOf(members, account) === undefined);
  const kept = new Map(members.members);
  for (const account of lost.sort(compareIdentifiers).slice(0, Math.max(0, maximumMembers - kept.size))) {
    const theirs = [...roots].filter(([, one]) => one === account).map(([root]) => root);
    kept.set(account, { root: theirs.sort(compareIdentifiers)[0], epoch: 0n });
  }
  return { ...members, members: kept };
}

/**
 * An inviter's record with this map taken over.
 *
 * @param {import("../model/records.js").Reader} records
 * @param {CollaborationKey} collaboration
 * @param {Told} told
 * @returns {KnownMembership | undefined} nothing where they contradict each other
 */
export function merged(records, collaboration, { inviter, identityMap, epoch, order }) {
  const known = records.get(names.membership(collaboration, inviter));
  if (!known) return notingFurther(records, firstTold(collaboration, { inviter, identityMap, epoch, order }));
  const update = { ...keyOf(collaboration), epoch, added: identityMap, removed: [] };
  const answer = applied(known, update, inviter);
  return answer.ok ? notingFurther(records, answer.value, known) : undefined;
}

/**
 * Whoever is given a further identity, because the document was shared with them once more, was in it before: nobody
 * added them. Identities in the place of others, and of who comes back, are no further ones.
 *
 * @param {import("../model/records.js").Reader} records
 * @param {KnownMembership} now
 * @param {KnownMembership} [before]
 * @returns {KnownMembership}
 */
export function notingFurther(records, now, before) {
  const there = KnownParticipants.of(records, now.collaboration);
  const gone = new Set([...(records.get(names.toldGone(now.collaboration)) ?? []), ...now.removedRoots]);
  const further = [...now.roots].filter(([root, account]) => !before?.roots.has(root)
    && there.rootsOf(account).some((one) => one !== root && !gone.has(one)));
  if (further.length === 0) return now;
  return { ...now, further: new Set([...(now.further ?? []), ...further.map(([root]) => root)]) };
}

/**
 * An inviter's record with the first map it told.
 *
 * @param {CollaborationKey} collaboration
 * @param {Told} told
 * @returns {KnownMembership}
 */
const firstTold = (collaboration, { inviter, identityMap, epoch, order }) => ({
  collaboration: keyOf(collaboration), inviter, order,
  members: membershipOf({ ...keyOf(collaboration), identityMap, epoch }, inviter),
  roots: new Map(identityMap.map(({ account, root }) => [root, account])),
  removedRoots: new Set(), former: new Set(),
});

/** All that is known about who takes part, first inviter first. */
export class KnownParticipants {
  /** @param {KnownMembership[]} records */
  constructor(records) {
    this.records = [...records].sort((one, other) => one.order - other.order);
  }

  /**
   * @param {import("../model/records.js").Reader} records
   * @param {CollaborationKey} collaboration
   */
  static of(records, collaboration) {
    const found = all(records, names.membership(collaboration));
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
   * Whose it is, or was until it was taken back: who went is named, whether their inviter or the server says so first.
   *
   * @param {string} root
   * @returns {string | undefined}
   */
  holderOf(root) {
    const record = this.records.find(({ roots, removedRoots }) => roots.has(root) || removedRoots.has(root));
    return record?.roots.get(root) ?? record?.takenBack?.get(root);
  }

  /**
   * Every root that stands for the account, as its inviters named them.
   *
   * @param {string} account
   * @returns {string[]}
   */
  rootsOf(account) {
    return this.records.flatMap(({ roots }) => [...roots].flatMap(([root, one]) => (one === account ? [root] : [])));
  }

  /** @returns {string[]} of everybody but who has shared it */
  get rootsOfInvited() {
    const inviters = this.records.map(({ inviter }) => inviter);
    return this.records.flatMap(({ roots }) => [...roots].flatMap(([root, one]) => (inviters.includes(one) ? [] : [root])));
  }

  /**
   * Whether it was made for an account that had access by another.
   *
   * @param {string} root
   */
  isFurther(root) {
    return this.records.some(({ further }) => further?.has(root));
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
