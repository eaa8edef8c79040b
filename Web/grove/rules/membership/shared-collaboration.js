import { compareIdentifiers } from "../../encoding/identifiers.js";
import { keyOf, names } from "../model/record-names.js";
import { all } from "../model/records.js";

/**
 * A collaboration this account shared into a conversation: what is needed to change who takes part
 * (protocol 6.5 (6)). No seed is in it; removal and replacement need only the root. One shared into
 * two conversations has two, with roots of its own in each. Never changed in place.
 *
 * @typedef {object} SharedCollaboration
 * @property {import("../model/sharing-types.js").CollaborationKey} collaboration
 * @property {string} conversationID
 * @property {string} link
 * @property {string} title
 * @property {string} optionsSummary
 * @property {bigint} epoch
 * @property {import("../model/sharing-types.js").CollaborationMetadata} metadata as the app
 *   gave it; only the title on a device of this account that did not share it itself
 * @property {readonly Participant[]} participants this account included
 *
 * @typedef {object} Participant
 * @property {string} account
 * @property {string} root
 * @property {import("../../message/statement-chain.js").StatementReference} [statement] absent on a
 *   device that did not issue the root
 * @property {boolean} [isSuspect] it may be on the server in place of another of the account's
 *   roots (9.3), or not
 *
 * @typedef {import("../../message/content/limits.js").IdentityMapEntry} IdentityMapEntry
 */

/**
 * Somebody shared with twice keeps both roots: whoever leaves loses every one.
 *
 * @param {SharedCollaboration} shared
 * @param {Participant} participant
 * @returns {SharedCollaboration}
 */
export function withParticipant(shared, { account, root, statement, isSuspect }) {
  const known = shared.participants.find((one) => one.root === root);
  const others = shared.participants.filter((one) => one.root !== root);
  const added = { account, root, statement: statement ?? known?.statement, isSuspect };
  return { ...shared, participants: [...others, added] };
}

/**
 * @param {SharedCollaboration} shared
 * @param {readonly string[]} roots
 * @returns {SharedCollaboration}
 */
export const withoutRoots = (shared, roots) =>
  ({ ...shared, participants: shared.participants.filter(({ root }) => !roots.includes(root)) });

/**
 * @param {SharedCollaboration} shared
 * @returns {IdentityMapEntry[]} one root for each account, the newest
 */
export function identityMapOf({ participants }) {
  const certain = participants.filter(({ isSuspect }) => !isSuspect);
  return [...new Map(certain.map(({ account, root }) => [account, root]))]
    .map(([account, root]) => ({ account, root }))
    .sort((one, other) => compareIdentifiers(one.account, other.account));
}

/**
 * @param {import("../model/records.js").Reader} records
 * @param {string} [conversationID]
 * @returns {SharedCollaboration[]}
 */
export const sharedIn = (records, conversationID) =>
  all(records, names.shared(conversationID));

/** @param {SharedCollaboration} shared @returns {string[]} */
export const accountsOf = ({ participants }) =>
  [...new Set(participants.map(({ account }) => account))].sort(compareIdentifiers);

/**
 * An invitation of one's own account, from another of its devices: this device can manage the
 * collaboration too.
 *
 * @param {import("../model/records.js").Records} records
 * @param {import("../../message/content/invitation.js").Invitation} invitation
 * @param {string} conversationID
 */
export function takeOver(records, invitation, conversationID) {
  const name = names.shared(conversationID, invitation);
  const { link, title, optionsSummary, epoch, collaborationID, card } = invitation;
  /** @type {SharedCollaboration} */
  let shared = records.get(name) ?? {
    collaboration: keyOf(invitation), conversationID, link, title, optionsSummary, epoch,
    metadata: { localIdentifier: "", collaborationID, title, ...(card && { card }) }, participants: [],
  };
  for (const entry of invitation.identityMap) shared = withParticipant(shared, entry);
  records.put(name, { ...shared, epoch: shared.epoch > epoch ? shared.epoch : epoch });
}
