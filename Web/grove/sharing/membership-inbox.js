import { applied } from "./known-membership.js";
import { withParticipant, withoutRoots } from "./shared-collaboration.js";
import { all, keyOf, names } from "./sharing-names.js";

/**
 * What becomes of a membership update that arrives (protocol 12.1, 12.3, 12.7): believed only from
 * the account that sent the invitation, about its own list.
 *
 * @param {import("./sharing-names.js").StagedRecords} records
 * @param {import("../message/content/membership-update.js").MembershipUpdate} update
 * @param {import("./collaboration-inbox.js").ContentArrival} arrival
 * @param {{ myAccount: string }} situation
 * @returns {Promise<import("./collaboration-inbox.js").Judgement>}
 */
export async function membershipUpdateCame(records, update, arrival, { myAccount }) {
  const { sender, conversationID } = arrival;
  if (arrival.isFromRemovedDevice) return { dropped: "removed_device" };
  const name = names.membership(update, sender);
  const known = await records.get(name);
  if (!known) return { dropped: "not_from_inviter" };
  const answer = applied(known, update, sender);
  if (!answer.ok) return { dropped: "contradicts" };
  records.put(name, answer.value);
  await revoke(records, update, update.removed, sender);
  if (sender === myAccount) await follow(records, update, conversationID);
  return {};
}

/**
 * Only what the same inviter gave can it take back.
 *
 * @param {import("./sharing-names.js").StagedRecords} records
 * @param {import("./sharing.js").CollaborationKey} collaboration
 * @param {readonly string[]} roots
 * @param {string} inviter
 */
export async function revoke(records, collaboration, roots, inviter) {
  const over = (await all(records, names.invitation(collaboration))).filter((one) =>
    one.inviter === inviter && roots.includes(one.root) && !one.isRevoked);
  for (const one of over) {
    records.put(names.invitation(collaboration, one.root), { ...one, isRevoked: true });
  }
}

/**
 * Another device of this account changed who takes part.
 *
 * @param {import("./sharing-names.js").StagedRecords} records
 * @param {import("../message/content/membership-update.js").MembershipUpdate} update
 * @param {string} conversationID
 */
async function follow(records, update, conversationID) {
  const name = names.shared(conversationID, keyOf(update));
  let shared = await records.get(name);
  if (!shared) return;
  shared = withoutRoots(shared, update.removed);
  for (const entry of update.added) shared = withParticipant(shared, entry);
  const epoch = shared.epoch > update.epoch ? shared.epoch : update.epoch;
  records.put(name, { ...shared, epoch });
}
