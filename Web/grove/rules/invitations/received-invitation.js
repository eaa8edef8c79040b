import { names } from "../model/record-names.js";
import { all } from "../model/records.js";

/**
 * An invitation that passed every check of protocol 6.3, as this device keeps it. The seed is not
 * among it: this device's key was derived at once and is kept, not exportable, with its place in
 * the tree (`store/usable-identities.js`).
 *
 * @typedef {object} ReceivedInvitation
 * @property {CollaborationKey} collaboration
 * @property {number} order grows with every invitation kept: the newest is tried first (8.3)
 * @property {string} messageID
 * @property {string} link
 * @property {string} title
 * @property {string} optionsSummary
 * @property {string} inviter
 * @property {string} conversationID
 * @property {number} receivedAt
 * @property {string} root
 * @property {import("../../message/statement-chain.js").StatementReference} statement
 * @property {boolean} canProve false where this device is not among those the root was made for
 * @property {import("../../message/content/document-card.js").DocumentCard} [card]
 * @property {boolean} [isRevoked] a membership update took the root away
 * @property {"deleted" | "stopped"} [ended] because it was over for everybody, as the inviter said
 *
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../model/records.js").Reader} Reader
 */

/**
 * Newest first (protocol 8.3).
 *
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 * @returns {ReceivedInvitation[]} those not taken back
 */
export const usableInvitations = (records, collaboration) =>
  all(records, names.invitation(collaboration)).filter(({ isRevoked }) => !isRevoked)
    .sort((one, other) => other.order - one.order);

/** @param {Reader} records @param {CollaborationKey} collaboration */
export function nextOrder(records, collaboration) {
  const known = all(records, names.invitation(collaboration));
  return Math.max(0, ...known.map(({ order }) => order)) + 1;
}
