import { applyUpdate } from "../message/membership-merge.js";
import { firstTold } from "./first-told.js";
import { keyOf, names } from "./sharing-names.js";

/** @typedef {import("../message/content/limits.js").IdentityMapEntry} IdentityMapEntry */
/**
 * @typedef {import("../message/content/membership-update.js").MembershipUpdate} MembershipUpdate
 */
/** @typedef {import("./sharing.js").CollaborationKey} CollaborationKey */

/**
 * Who takes part in a collaboration, as one inviter told it (protocol 6.2, 12.3). Each inviter has
 * a record of its own: nobody can speak for another's list. Records are asked in the order in which
 * their inviters first appeared, so that a later invitation cannot redirect mentions or bring back
 * somebody whom the first inviter removed. Never changed in place.
 *
 * @typedef {object} KnownMembership
 * @property {CollaborationKey} collaboration
 * @property {string} inviter
 * @property {number} order the smallest `order` of the inviter's invitations
 * @property {import("../message/collaboration-membership.js").CollaborationMembership} members
 * @property {Map<string, string>} roots every root the inviter named and did not take back, with
 *   its account: a person invited twice has two, and an app may mention either (12.5)
 * @property {Set<string>} removedRoots fresh seeds never make one again
 * @property {Set<string>} former accounts whose last root was taken back (12.7)
 */

/**
 * Takes over an update, or nothing of it.
 *
 * @param {KnownMembership} known
 * @param {MembershipUpdate} update
 * @param {string} sender
 * @returns {import("../encoding/answer.js").Answer<KnownMembership, string>}
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
  for (const root of update.removed) roots.delete(root);
  for (const { account, root } of update.added) {
    if (!removedRoots.has(root)) roots.set(root, account);
  }
  const now = new Set(roots.values());
  const former = new Set(
    [...known.former, ...known.roots.values()].filter((account) => !now.has(account)));
  return { ok: true, value: { ...known, members: answer.value, roots, removedRoots, former } };
}

/**
 * An inviter's record with this map taken over.
 *
 * @param {import("./sharing-names.js").Reader} records
 * @param {CollaborationKey} collaboration
 * @param {{ inviter: string, identityMap: IdentityMapEntry[], epoch: bigint, order: number }} told
 * @returns {Promise<KnownMembership | undefined>} nothing where they contradict each other
 */
export async function merged(records, collaboration, { inviter, identityMap, epoch, order }) {
  const known = await records.get(names.membership(collaboration, inviter));
  if (!known) return firstTold(collaboration, { inviter, identityMap, epoch, order });
  const update = { ...keyOf(collaboration), epoch, added: identityMap, removed: [] };
  const answer = applied(known, update, inviter);
  return answer.ok ? answer.value : undefined;
}
