import { noteGone } from "../invitations/document-rules.js";
import { retitle, revoke } from "../invitations/invitation-changes.js";
import { applied, notingFurther } from "../membership/known-membership.js";
import { withoutRoots, withParticipant } from "../membership/shared-collaboration.js";
import { goneBeside } from "../membership/shared-elsewhere.js";
import { keyOf, names } from "../model/record-names.js";

/**
 * What becomes of a membership update that arrives (protocol 12.1, 12.3, 12.7): believed only from
 * the account that sent the invitation, about its own list.
 *
 * @param {import("../model/records.js").Records} records
 * @param {import("../../message/content/membership-update.js").MembershipUpdate} update
 * @param {import("./content-arrival.js").ContentArrival} arrival
 * @param {{ myAccount: string }} situation
 * @returns {import("./content-arrival.js").Judgement}
 */
export function membershipUpdateCame(records, update, arrival, { myAccount }) {
  const { sender, conversationID } = arrival;
  if (arrival.isFromRemovedDevice) return { dropped: "removed_device" };
  const name = names.membership(update, sender);
  const known = records.get(name);
  if (!known) return { dropped: "not_from_inviter" };
  const answer = applied(known, update, sender);
  if (!answer.ok) return { dropped: "contradicts" };
  records.put(name, notingFurther(records, answer.value, known));
  revoke(records, update, update.removed, sender, update.ended);
  if (update.title) retitle(records, update, update.title, sender);
  if (sender === myAccount) follow(records, update, conversationID);
  return {};
}

/**
 * Another device of this account changed who takes part.
 *
 * @param {import("../model/records.js").Records} records
 * @param {import("../../message/content/membership-update.js").MembershipUpdate} update
 * @param {string} conversationID
 */
function follow(records, update, conversationID) {
  const name = names.shared(conversationID, keyOf(update));
  let shared = records.get(name);
  if (!shared) return;
  noteGone(records, shared.collaboration, goneBeside(records, shared, update.removed));
  shared = withoutRoots(shared, update.removed);
  for (const entry of update.added) shared = withParticipant(shared, entry);
  const epoch = shared.epoch > update.epoch ? shared.epoch : update.epoch;
  records.put(name, { ...shared, epoch });
}
