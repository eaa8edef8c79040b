import { compareIdentifiers } from "../../encoding/identifiers.js";
import { encodeContent } from "../../message/content/message-content.js";
import { enqueueMessage } from "../conversations/outbox-rules.js";
import { sharedIn } from "../membership/shared-collaboration.js";
import { isSame, keyOf, names } from "../model/record-names.js";
import { messageIDOf } from "../notices/notice-rules.js";
import { maximumParticipants } from "./share-state.js";

/**
 * An app's server tells those who have proved an identity and want to be told. Everybody hears from the account that invited
 * them, too, when a document ends for everybody or for them, and what it is called now (protocol 12.3.1): whoever has not
 * opened it, has lost the devices that did, or wants no notices hears it in no other way, and nobody knows who that is. A
 * device of that account, which is told, takes the invitations back or says the new title.
 *
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../membership/shared-collaboration.js").SharedCollaboration} SharedCollaboration
 * @typedef {import("../membership/shared-collaboration.js").Participant} Participant
 * @typedef {{ noticeID: string, kind?: string, root?: string, attestation?: { root: string }, isEnd?: boolean,
 *   title?: string }} Told by an app's server
 * @typedef {{ gone: ReadonlySet<string>, left: ReadonlySet<string> }} Without identities that are in it no more, and those of
 *   them that went by themselves
 * @typedef {{ noticeID: string, title?: string, ended?: "deleted" | "stopped", removed?: string }} Word that they are to
 *   have: one of the three; `removed`: an identity
 */

/**
 * Whose business it is no more: who was taken out. Who went by themselves may come back, as long as there is something.
 *
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 * @returns {Without}
 */
export const withoutIn = (records, collaboration) => ({
  gone: new Set(records.get(names.toldGone(collaboration))), left: new Set(records.get(names.toldLeft(collaboration))),
});

/**
 * The messages are named after the notice, so that a device that is told twice says it once. Whose server tells them as well
 * loses nothing by it: an end is taken in whichever comes first, and of a title the server's word counts.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {Told} told
 * @param {Without} without before it was taken in
 * @param {import("../model/stored-device.js").Me} me
 * @returns {boolean} whether there was anybody to tell
 */
export function tellInvited(records, collaboration, told, without, me) {
  const word = wordOf(told);
  const said = names.saidTitle(collaboration);
  // A server tells of one renaming under each identity of whoever did it.
  if (!word || (word.title !== undefined && records.get(said) === told.noticeID)) return false;
  const messages = sharedIn(records).filter((one) => isSame(one.collaboration, collaboration))
    .flatMap((shared) => messagesTo(records, shared, invitedIn(shared, word, without, me), word));
  for (const message of messages) enqueueMessage(records, message, me);
  if (word.title !== undefined && messages.length > 0) records.put(said, told.noticeID);
  return messages.length > 0;
}

/** @param {Told} told @returns {Word | undefined} nothing of what is none of their business, and of who went by themselves */
function wordOf({ noticeID, kind, title, root, attestation, isEnd }) {
  if (kind === "deleted") return { noticeID, ended: "deleted" };
  if (isEnd) return { noticeID, ended: "stopped" };
  if (kind === "renamed" && title) return { noticeID, title };
  return kind === "removedCollaborator" && root && root !== attestation?.root ? { noticeID, removed: root } : undefined;
}

/**
 * @param {SharedCollaboration} shared
 * @param {Word} word
 * @param {Without} without
 * @param {import("../model/stored-device.js").Me} me
 * @returns {Participant[]}
 */
function invitedIn({ participants }, { ended, removed }, { gone, left }, me) {
  // That somebody was taken out is told where they were given it, and once.
  if (removed !== undefined && (gone.has(removed) || !participants.some(({ root }) => root === removed))) return [];
  return participants.filter(({ account, root }) =>
    account !== me.accountID && (!gone.has(root) || (ended && left.has(root))));
}

/**
 * Somebody shared with twice has two identities to lose, so there may be more than one message holds.
 *
 * @param {Records} records
 * @param {SharedCollaboration} shared
 * @param {Participant[]} invited
 * @param {Word} word
 * @returns {import("../conversations/outbox-rules.js").OutgoingMessage[]} none through a conversation that takes none
 */
function messagesTo(records, { collaboration, conversationID, epoch }, invited, { noticeID, title, ended, removed: taken }) {
  const conversation = records.get(names.conversation(conversationID));
  if ((conversation?.state !== "active" && conversation?.state !== "pending") || conversation.requestedBy) return [];
  const accounts = [...new Set(invited.map(({ account }) => account))].filter((one) => conversation.members.includes(one));
  if (accounts.length === 0) return [];
  accounts.sort(compareIdentifiers);
  const roots = taken ? [taken] : title ? [] : invited.map(({ root }) => root);
  return Array.from({ length: Math.max(1, Math.ceil(roots.length / maximumParticipants)) }, (_, part) => {
    const removed = roots.slice(part * maximumParticipants, (part + 1) * maximumParticipants);
    const update = { type: /** @type {const} */ ("membershipUpdate"), ...keyOf(collaboration), epoch, added: [], removed };
    return { ...encodeContent({ ...update, ...(ended && { ended }), ...(title && { title }) }), conversationID,
      messageID: records.ask(() => messageIDOf(noticeID, conversationID, title ? 3 : 2, part)), accounts };
  });
}
