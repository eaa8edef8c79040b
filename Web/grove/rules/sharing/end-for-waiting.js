import { compareIdentifiers } from "../../encoding/identifiers.js";
import { encodeContent } from "../../message/content/message-content.js";
import { enqueueMessage } from "../conversations/outbox-rules.js";
import { documentState } from "../invitations/document-state.js";
import { isSame, keyOf, names } from "../model/record-names.js";
import { messageIDOf } from "../notices/notice-rules.js";
import { sharedIn } from "../membership/shared-collaboration.js";
import { maximumParticipants } from "./share-state.js";

/**
 * An app's server tells those who have proved an identity. Whoever was invited and has not opened a document yet hears from
 * the account that invited them when it ends for everybody (protocol 12.3.1): its device learns that as what its own person
 * did, and takes the invitations back.
 *
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../membership/shared-collaboration.js").SharedCollaboration} SharedCollaboration
 */

/**
 * @param {{ kind?: string, isEnd?: boolean }} pushed
 * @returns {boolean} whether a document is over for everybody with that
 */
export const endsForAll = ({ kind, isEnd }) => kind === "deleted" || isEnd === true;

/**
 * Those of whom it was told that they are in it get nothing: the server's word says how it ended, and would find no
 * invitation any more where it came later.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {string} noticeID what told it; the messages are named after it, so that a device that is told twice says it once
 * @param {import("../model/stored-device.js").Me} me
 * @returns {boolean} whether there was anybody to tell
 */
export function tellWaiting(records, collaboration, noticeID, me) {
  const { joined } = documentState(records, collaboration);
  const messages = sharedIn(records).filter((one) => isSame(one.collaboration, collaboration))
    .flatMap((shared) => withdrawal(records, shared, [...joined, me.accountID], noticeID));
  for (const message of messages) enqueueMessage(records, message, me);
  return messages.length > 0;
}

/**
 * @param {Records} records
 * @param {SharedCollaboration} shared
 * @param {readonly string[]} others who hear of it in another way
 * @param {string} noticeID
 * @returns {import("../conversations/outbox-rules.js").OutgoingMessage[]} none through a conversation that takes none
 */
function withdrawal(records, { collaboration, conversationID, epoch, participants }, others, noticeID) {
  const conversation = records.get(names.conversation(conversationID));
  if ((conversation?.state !== "active" && conversation?.state !== "pending") || conversation.requestedBy) return [];
  const waiting = participants.filter(({ account }) => !others.includes(account));
  const accounts = [...new Set(waiting.map(({ account }) => account))].filter((one) => conversation.members.includes(one));
  if (accounts.length === 0) return [];
  const removed = waiting.slice(0, maximumParticipants).map(({ root }) => root);
  const content = encodeContent({ type: "membershipUpdate", ...keyOf(collaboration), epoch, added: [], removed });
  return [{ ...content, messageID: records.ask(() => messageIDOf(noticeID, conversationID, 2)), conversationID,
    accounts: accounts.sort(compareIdentifiers) }];
}
