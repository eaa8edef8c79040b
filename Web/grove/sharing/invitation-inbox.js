import { judgeInvitation } from "../message/invitation-check.js";
import { merged } from "./known-membership.js";
import { nextOrder } from "./invitations.js";
import { keyOf, names } from "./sharing-names.js";

/**
 * An invitation that passed every check of protocol 6.3, as this device keeps it. The seed is not
 * among it: this device's key was derived at once and is kept, not exportable, with its place in
 * the tree (`../store/usable-identities.js`).
 *
 * @typedef {object} ReceivedInvitation
 * @property {import("./sharing.js").CollaborationKey} collaboration
 * @property {number} order grows with every invitation kept: the newest is tried first (8.3)
 * @property {string} messageID
 * @property {string} link
 * @property {string} title
 * @property {string} optionsSummary
 * @property {string} inviter
 * @property {string} conversationID
 * @property {number} receivedAt
 * @property {string} root
 * @property {import("../message/statement-chain.js").StatementReference} statement
 * @property {boolean} canProve false where this device is not among those the root was made for
 * @property {boolean} [isRevoked] a membership update took the root away
 *
 * @typedef {object} ContentArrival where a verified message came from
 * @property {string} messageID
 * @property {string} sender
 * @property {string} senderDevice
 * @property {string} conversationID
 * @property {boolean} isFromRemovedDevice
 * @property {number} sentAt
 * @property {number} receivedAt
 *
 * @typedef {object} InboxSituation
 * @property {import("../message/statement-chain.js").StatementChain} myChain
 * @property {import("../identity/base-key.js").BaseKey} baseKey this device's
 * @property {import("../store/usable-identities.js").UsableIdentities} identities over the change
 * @property {boolean} isRefreshed the own chain was fetched since it arrived
 */

/**
 * What becomes of an invitation that arrives (protocol 6.3).
 *
 * @param {import("./sharing-names.js").StagedRecords} records
 * @param {import("../message/content/invitation.js").Invitation} invitation
 * @param {ContentArrival} arrival
 * @param {InboxSituation} situation
 * @returns {Promise<{ outcome: "usable", invitation: ReceivedInvitation }
 *   | { outcome: "plain_link", link: any,
 *       alarm?: import("../message/device-list-alarm.js").DeviceListAlarm }
 *   | { outcome: "refresh_needed" }>}
 */
export async function receiveInvitation(records, invitation, arrival, situation) {
  const judged = await judgeInvitation(invitation, {
    senderIsMember: true, isFromRemovedDevice: arrival.isFromRemovedDevice,
    myChain: situation.myChain, myBaseKeys: [situation.baseKey.publicKey],
    isRefreshed: situation.isRefreshed,
  });
  if (judged.verdict === "refresh_needed") return { outcome: "refresh_needed" };
  if (judged.verdict === "plain_link") {
    return warn(records, invitation, arrival, judged.refusal, judged.alarm);
  }
  return keep(records, invitation, arrival, situation, judged);
}

/**
 * Everything is derived now, and the seed goes with this call (protocol 4.8).
 *
 * @param {import("./sharing-names.js").StagedRecords} records
 * @param {import("../message/content/invitation.js").Invitation} invitation
 * @param {ContentArrival} arrival
 * @param {InboxSituation} situation
 * @param {{ identity: import("../message/prepared-identity.js").PreparedIdentity,
 *   leaf?: import("../message/prepared-identity.js").PreparedLeaf }} usable
 */
async function keep(records, invitation, arrival, { baseKey, identities }, usable) {
  const { identity, leaf } = usable;
  const collaboration = keyOf(invitation);
  const order = await nextOrder(records, collaboration);
  const { identityMap, epoch } = invitation;
  const membership = await merged(
    records, collaboration, { inviter: arrival.sender, identityMap, epoch, order });
  if (!membership || membership.removedRoots.has(identity.root)) {
    return warn(records, invitation, arrival, "contradicts_earlier");
  }
  if (leaf) await identities.add(collaboration, identity, leaf, baseKey);
  /** @type {ReceivedInvitation} */
  const received = {
    collaboration, order, messageID: arrival.messageID, link: invitation.link,
    title: invitation.title, optionsSummary: invitation.optionsSummary, inviter: arrival.sender,
    conversationID: arrival.conversationID, receivedAt: arrival.receivedAt, root: identity.root,
    statement: identity.statement.reference, canProve: leaf !== undefined,
  };
  records.put(names.invitation(collaboration, identity.root), received);
  records.put(names.membership(collaboration, arrival.sender), membership);
  return { outcome: /** @type {const} */ ("usable"), invitation: received };
}

/**
 * @param {import("./sharing-names.js").StagedRecords} records
 * @param {import("../message/content/invitation.js").Invitation} invitation
 * @param {ContentArrival} arrival
 * @param {string} reason
 * @param {import("../message/device-list-alarm.js").DeviceListAlarm} [alarm]
 */
function warn(records, { link, title }, arrival, reason, alarm) {
  const { messageID, sender, conversationID, receivedAt } = arrival;
  const warned = { messageID, link, title, sender, conversationID, reason, receivedAt };
  records.put(names.plainLink(conversationID, messageID), warned);
  return { outcome: /** @type {const} */ ("plain_link"), link: warned, alarm };
}
