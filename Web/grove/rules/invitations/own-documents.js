import { encodeContent } from "../../message/content/message-content.js";
import { enqueueMessage } from "../conversations/outbox-rules.js";
import { collaborationKeys } from "../membership/membership-rules.js";
import { readAccount } from "../model/known-account.js";
import { keyOf, names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { endingOf, titleOf } from "./document-state.js";
import { newestInvitations } from "./highlight-rules.js";

/**
 * What one device of an account tells those that were added after something was shared with it, and what they show of
 * it until they are let in (protocol 12.2).
 *
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../../message/content/own-documents.js").OwnDocument} OwnDocument
 */

/** So many fit into a message, even where they are of the longest. */
const atOnce = 4;

/** Told documents that a device keeps at most. */
export const mostAwaited = 1024;

/**
 * @param {Reader} records
 * @param {{ accountID: string, deviceID: string }} me
 * @returns {{ documents: OwnDocument[], seq: bigint }} what some device of the account cannot open and was not told of,
 *   as the list stands now: at most as much as one message takes
 */
export function documentsToTell(records, { accountID, deviceID }) {
  const chain = readAccount(records, accountID)?.chain;
  const newest = chain?.newest;
  if (!newest?.devices.some((one) => one.deviceID !== deviceID)) return { documents: [], seq: 0n };
  const due = newestInvitations(records).filter(({ collaboration, statement }) => {
    const then = statement && chain?.find(statement);
    const had = then && collaborationKeys(then);
    return had && collaborationKeys(newest).some((key) => !had.includes(key))
      && records.get(names.toldDocument(collaboration)) !== newest.seq
      && !endingOf(records, collaboration);
  });
  const documents = due.sort((one, other) => other.receivedAt - one.receivedAt).slice(0, atOnce)
    .map((one) => ownDocument(records, one));
  return { documents, seq: newest.seq };
}

/**
 * Queues a message that tells the account's other devices, in the decision that notes them as told.
 *
 * @param {Records} records
 * @param {import("../model/stored-device.js").Me} me
 * @param {string} messageID
 * @returns {boolean} whether there was something to tell; then there may be more
 */
export function tellDocuments(records, me, messageID) {
  const { documents, seq } = documentsToTell(records, me);
  const conversation = all(records, names.conversation())
    .filter(({ state, requestedBy, members }) => state === "active" && !requestedBy && members.includes(me.accountID))
    .sort((one, other) => other.lastActivityAt - one.lastActivityAt).at(0);
  if (!conversation || documents.length === 0) return false;
  const { conversationID } = conversation;
  const content = encodeContent({ type: "ownDocuments", documents });
  enqueueMessage(records, { ...content, messageID, conversationID, accounts: [me.accountID] }, me);
  for (const one of documents) records.put(names.toldDocument(one), seq);
  return true;
}

/**
 * Another device of the account tells. What this one was invited to itself it knows better.
 *
 * @param {Records} records
 * @param {import("../../message/content/own-documents.js").OwnDocuments} content
 * @param {{ sender: string, isFromRemovedDevice: boolean }} arrival
 * @param {string} myAccount
 * @returns {{ dropped?: "not_own_account" | "removed_device" | "not_new" }}
 */
export function documentsCame(records, { documents }, { sender, isFromRemovedDevice }, myAccount) {
  if (sender !== myAccount) return { dropped: "not_own_account" };
  if (isFromRemovedDevice) return { dropped: "removed_device" };
  let room = mostAwaited - records.list(names.awaited()).size;
  let kept = 0;
  for (const one of documents) {
    const isKnown = records.list(names.invitation(one)).size > 0;
    const isNew = records.get(names.awaited(one)) === undefined;
    if (isKnown || (isNew && room <= 0)) continue;
    room -= Number(isNew);
    kept += 1;
    records.put(names.awaited(one), one);
  }
  return kept > 0 ? {} : { dropped: "not_new" };
}

/**
 * Documents shared with this account that this device is not let into: no invitation to them has come here, or one that
 * was made for other devices.
 *
 * @param {Reader} records
 * @returns {OwnDocument[]}
 */
export function awaitedDocuments(records) {
  const told = all(records, names.awaited()).filter((one) => records.list(names.invitation(one)).size === 0);
  const made = newestInvitations(records)
    .filter(({ canProve, collaboration }) => !canProve && !endingOf(records, collaboration))
    .map((one) => ownDocument(records, one));
  return [...made, ...told];
}

/**
 * @param {Reader} records
 * @param {import("./received-invitation.js").ReceivedInvitation} invitation
 * @returns {OwnDocument} under its present name
 */
const ownDocument = (records, { collaboration, link, title, inviter, conversationID }) => ({
  ...keyOf(collaboration), link, title: titleOf(records, collaboration) ?? title, inviter, conversationID,
});
