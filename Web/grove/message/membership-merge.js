/**
 * @typedef {import("../encoding/identifiers.js").AccountID} AccountID
 * @typedef {import("../encoding/identifiers.js").RootHash} RootHash
 * @typedef {import("./collaboration-membership.js").CollaborationMembership} CollaborationMembership
 */

/**
 * Why an update is not believed. The codes are stable.
 *
 * @typedef {"not_from_inviter" | "other_collaboration" | "root_taken"
 *   | "too_many"} MembershipRefusal
 */

/** People in one list. */
export const maximumMembers = 256;

/**
 * Takes over an update.
 *
 * @param {CollaborationMembership} membership
 * @param {import("./content/membership-update.js").MembershipUpdate} update
 * @param {AccountID} sender of the verified message
 * @param {boolean} [isAttested] the collaboration's server vouches for the change (12.3)
 * @returns {import("../encoding/check-result.js").Answer<CollaborationMembership, MembershipRefusal>}
 */
export function applyUpdate(membership, update, sender, isAttested = false) {
  const { audience, collaborationID, inviter } = membership;
  if (update.audience !== audience || update.collaborationID !== collaborationID) {
    return { ok: false, refusal: "other_collaboration" };
  }
  if (sender !== inviter && !isAttested) return { ok: false, refusal: "not_from_inviter" };
  const members = new Map(membership.members);
  const removed = new Map(membership.removed);
  for (const root of update.removed) remove(members, removed, root, update.epoch);
  for (const entry of update.added) add(members, removed, entry, update.epoch);
  if (members.size > maximumMembers) return { ok: false, refusal: "too_many" };
  const roots = new Set([...members.values()].map(({ root }) => root));
  if (roots.size !== members.size) return { ok: false, refusal: "root_taken" };
  return { ok: true, value: { ...membership, members, removed } };
}

/**
 * @param {CollaborationMembership["members"]} members
 * @param {CollaborationMembership["removed"]} removed
 * @param {RootHash} root
 * @param {bigint} epoch
 */
function remove(members, removed, root, epoch) {
  const earlier = removed.get(root) ?? 0n;
  removed.set(root, epoch > earlier ? epoch : earlier);
  for (const [account, member] of members) {
    if (member.root === root && member.epoch <= epoch) members.delete(account);
  }
}

/**
 * @param {CollaborationMembership["members"]} members
 * @param {CollaborationMembership["removed"]} removed
 * @param {import("./content/limits.js").IdentityMapEntry} entry
 * @param {bigint} epoch
 */
function add(members, removed, { account, root }, epoch) {
  if ((removed.get(root) ?? -1n) >= epoch) return;
  if ((members.get(account)?.epoch ?? -1n) > epoch) return;
  members.set(account, { root, epoch });
}
