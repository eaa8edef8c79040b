import { judgeInvitation } from "../../message/invitation-check.js";
import { alarmOf, raise } from "../devices/alarm-rules.js";
import { namedAnew } from "../invitations/document-rules.js";
import { nextOrder, usableInvitations } from "../invitations/received-invitation.js";
import { keepIdentity } from "../invitations/usable-identity.js";
import { merged } from "../membership/known-membership.js";
import { takeOver } from "../membership/shared-collaboration.js";
import { keyOf, names } from "../model/record-names.js";
import { addItem } from "../model/thread.js";

/**
 * @typedef {import("./content-arrival.js").ContentArrival} ContentArrival
 * @typedef {import("../../message/content/invitation.js").Invitation} Invitation
 * @typedef {import("../model/records.js").Records} Records
 */

/**
 * What becomes of an invitation that arrives (protocol 6.3).
 *
 * @param {Records} records
 * @param {Invitation} invitation
 * @param {ContentArrival} arrival
 * @param {import("./content-arrival.js").Situation} situation
 * @returns {import("./content-arrival.js").Judgement}
 */
export function invitationCame(records, invitation, arrival, situation) {
  const { myChain, isRefreshed, myAccount, host } = situation;
  const baseKey = records.ask(host.baseKey);
  const judged = records.ask(() => judgeInvitation(invitation, {
    senderIsMember: true, isFromRemovedDevice: arrival.isFromRemovedDevice, myChain,
    myBaseKeys: [baseKey.publicKey], isRefreshed,
  }));
  if (judged.verdict === "refresh_needed") return { need: "own_chain" };
  const isRenewal = isCardThere(records, invitation, arrival);
  const refusal = judged.verdict === "usable"
    ? keep(records, invitation, arrival, judged, situation) : judged.refusal;
  if (refusal) warn(records, invitation, arrival, refusal);
  else if (arrival.sender === myAccount) takeOver(records, invitation, arrival.conversationID);
  if (refusal || !isRenewal) show(records, invitation, arrival, refusal, myAccount);
  if (judged.verdict === "plain_link" && judged.alarm) {
    raise(records, alarmOf(judged.alarm, arrival.sender), arrival.receivedAt);
  }
  return {};
}

/**
 * Whether it only renews an identity for devices that the person has by now: its card stands in the conversation. What
 * is shared there once more, with the same devices, has a card of its own.
 *
 * @param {Records} records
 * @param {Invitation} invitation
 * @param {ContentArrival} arrival
 */
const isCardThere = (records, invitation, { sender, conversationID }) =>
  usableInvitations(records, keyOf(invitation)).some((one) => one.inviter === sender
    && one.conversationID === conversationID && one.statement.hash !== invitation.identity.statement.hash);

/**
 * Everything is derived now, and the seed goes with this call (protocol 4.8).
 *
 * @param {Records} records
 * @param {Invitation} invitation
 * @param {ContentArrival} arrival
 * @param {{ identity: import("../../message/prepared-identity.js").PreparedIdentity,
 *   leaf?: import("../../message/prepared-identity.js").PreparedLeaf }} usable
 * @param {import("./content-arrival.js").Situation} situation
 * @returns {"contradicts_earlier" | undefined}
 */
function keep(records, invitation, arrival, { identity, leaf }, { host }) {
  const collaboration = keyOf(invitation);
  const order = nextOrder(records, collaboration);
  const { identityMap, epoch } = invitation;
  const membership = merged(
    records, collaboration, { inviter: arrival.sender, identityMap, epoch, order });
  if (!membership || membership.removedRoots.has(identity.root)) return "contradicts_earlier";
  if (leaf) keepIdentity(records, collaboration, records.ask(() => host.derive(identity, leaf)));
  records.put(names.invitation(collaboration, identity.root), {
    collaboration, order, messageID: arrival.messageID, link: invitation.link,
    title: invitation.title, optionsSummary: invitation.optionsSummary, inviter: arrival.sender,
    conversationID: arrival.conversationID, receivedAt: arrival.receivedAt, root: identity.root,
    statement: identity.statement.reference, canProve: leaf !== undefined,
    ...(invitation.card && { card: invitation.card }),
  });
  records.put(names.membership(collaboration, arrival.sender), membership);
  namedAnew(records, collaboration, identityMap.map(({ root }) => root));
  return undefined;
}

/**
 * @param {Records} records
 * @param {Invitation} invitation
 * @param {ContentArrival} arrival
 * @param {string} reason
 */
function warn(records, { link, title }, arrival, reason) {
  const { messageID, sender, conversationID, receivedAt } = arrival;
  const warned = { messageID, link, title, sender, conversationID, reason, receivedAt };
  records.put(names.plainLink(conversationID, messageID), warned);
}

/**
 * The line in the conversation.
 *
 * @param {Records} records
 * @param {Invitation} invitation
 * @param {ContentArrival} arrival
 * @param {string | undefined} warning
 * @param {string} me
 */
function show(records, invitation, { isFromRemovedDevice, ...arrival }, warning, me) {
  const { link, title, optionsSummary } = invitation;
  const kind = /** @type {const} */ ("link");
  const content = warning ? { kind, link, title, optionsSummary: "", warning }
    : { kind, link, title, optionsSummary, ...keyOf(invitation) };
  addItem(records, {
    ...arrival, content, ...(isFromRemovedDevice && { isFromRemovedDevice }),
    ...(arrival.sender === me && { delivery: { state: /** @type {const} */ ("sent") } }),
  }, me);
}
