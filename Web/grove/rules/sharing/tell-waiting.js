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
 * the account that invited them when it ends for everybody, and what it is called now (protocol 12.3.1): a device of that
 * account, which is told, takes the invitations back or says the new title.
 *
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../membership/shared-collaboration.js").SharedCollaboration} SharedCollaboration
 * @typedef {{ noticeID: string, kind?: string, isEnd?: boolean, title?: string }} Told by an app's server
 */

/**
 * Those of whom it was told that they are in it get nothing: the server's own word reaches them, and of an end it would find
 * no invitation any more where it came later. The messages are named after the notice, so that a device that is told twice
 * says it once.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {Told} told
 * @param {import("../model/stored-device.js").Me} me
 * @returns {boolean} whether there was anybody to tell
 */
export function tellWaiting(records, collaboration, told, me) {
  const title = told.kind === "renamed" ? told.title : undefined;
  const ended = told.kind === "deleted" ? "deleted" : told.isEnd ? "stopped" : undefined;
  if (!ended && !title) return false;
  const { joined } = documentState(records, collaboration);
  const messages = sharedIn(records).filter((one) => isSame(one.collaboration, collaboration))
    .flatMap((shared) => messageTo(records, shared, [...joined, me.accountID], { noticeID: told.noticeID, title, ended }));
  for (const message of messages) enqueueMessage(records, message, me);
  return messages.length > 0;
}

/**
 * @param {Records} records
 * @param {SharedCollaboration} shared
 * @param {readonly string[]} others who hear of it in another way
 * @param {{ noticeID: string, title?: string, ended?: "deleted" | "stopped" }} told either
 * @returns {import("../conversations/outbox-rules.js").OutgoingMessage[]} none through a conversation that takes none
 */
function messageTo(records, { collaboration, conversationID, epoch, participants }, others, { noticeID, title, ended }) {
  const conversation = records.get(names.conversation(conversationID));
  if ((conversation?.state !== "active" && conversation?.state !== "pending") || conversation.requestedBy) return [];
  const waiting = participants.filter(({ account }) => !others.includes(account));
  const accounts = [...new Set(waiting.map(({ account }) => account))].filter((one) => conversation.members.includes(one));
  if (accounts.length === 0) return [];
  const removed = ended ? waiting.slice(0, maximumParticipants).map(({ root }) => root) : [];
  const update = { type: /** @type {const} */ ("membershipUpdate"), ...keyOf(collaboration), epoch, added: [], removed };
  return [{ ...encodeContent(ended ? { ...update, ended } : { ...update, title }), conversationID,
    messageID: records.ask(() => messageIDOf(noticeID, conversationID, ended ? 2 : 3)),
    accounts: accounts.sort(compareIdentifiers) }];
}
