import { names } from "../model/record-names.js";
import { addItem } from "../model/thread.js";

/**
 * @typedef {import("../model/records.js").Records} Records
 *
 * @typedef {object} RelayConversation a conversation as the relay knows it
 * @property {string} conversationID
 * @property {string} [name]
 * @property {string[]} members
 * @property {number} version grows with every change
 * @property {number} [photoVersion]
 * @property {string} [requestedBy] a message request: who has put this account in
 * @property {string[]} [notAdded] in an answer: who was not added
 *
 * @typedef {object} ConversationChange
 * @property {"created" | "added" | "removed" | "renamed" | "photo" | "accepted"} kind
 * @property {string} by
 * @property {string[]} subjects who was added or removed
 * @property {number} at the relay's clock
 * @property {RelayConversation} conversation after the change
 *
 * @typedef {object} StoredConversation a conversation as this device knows it
 * @property {string} conversationID
 * @property {string} [name]
 * @property {string[]} members this account included
 * @property {number} version the relay's count of changes
 * @property {number} [photoVersion]
 * @property {"pending" | "active" | "left" | "refused"} state
 * @property {number} lastActivityAt
 * @property {number} [lastPosition] of the last line
 * @property {number} unread
 * @property {string} [requestedBy] a message request: who has put this account in, until it is
 *   accepted. Nothing said in it is shown or counted.
 */

/**
 * The answer to a request, or an entry of the relay's list. An older version changes nothing:
 * answers and events overtake each other.
 *
 * @param {Records} records
 * @param {RelayConversation} offered
 * @param {{ accountID: string, now: number }} me
 * @returns {StoredConversation}
 */
export function told(records, offered, me) {
  const record = merged(records, offered, me);
  const { conversationID, notAdded = [] } = offered;
  if (notAdded.length > 0) {
    addItem(records, {
      conversationID, sender: me.accountID, sentAt: me.now, receivedAt: me.now,
      content: { kind: "roster", change: "not_added", subjects: notAdded },
    }, me.accountID);
  }
  return record;
}

/**
 * @param {Records} records
 * @param {RelayConversation} offered
 * @param {{ accountID: string, now: number }} me
 * @returns {StoredConversation}
 */
function merged(records, offered, { accountID, now }) {
  const { conversationID, name, members, version, photoVersion } = offered;
  const key = names.conversation(conversationID);
  const known = records.get(key);
  if (known && known.version > version) return known;
  const isMember = members.includes(accountID);
  /** @type {StoredConversation} */
  const record = {
    conversationID, name, members, version, photoVersion,
    // Nobody asks themselves, whatever a relay says. Of who is in it no more it does not say who had asked: what was a
    // request when they went remains one.
    requestedBy: !isMember ? known?.requestedBy : offered.requestedBy === accountID ? undefined : offered.requestedBy,
    state: isMember ? "active" : "left",
    // What the relay says of a conversation is nothing that was said in it.
    lastActivityAt: known?.lastActivityAt ?? now, lastPosition: known?.lastPosition,
    unread: known?.unread ?? 0,
  };
  records.put(key, record);
  // Whoever is in a conversation has a name.
  for (const member of members) {
    if (!records.get(names.account(member))) records.put(names.wanted(member), 0n);
  }
  return record;
}

/**
 * A change that came through the mailbox: shown once, whether or not its result is known.
 *
 * @param {Records} records
 * @param {ConversationChange} change
 * @param {{ accountID: string, now: number }} me
 * @param {import("./sharing-hooks.js").SharingHooks} hooks
 */
export function changed(records, { kind, by, subjects, at, conversation }, me, hooks) {
  const record = merged(records, conversation, me);
  // Only this account's own devices are told, and what was held is shown now.
  if (kind === "accepted") return;
  const isLeaving = kind === "removed" && subjects.length === 1 && subjects[0] === by;
  const change = isLeaving ? "left" : kind;
  addItem(records, {
    conversationID: record.conversationID, sender: by, sentAt: at, receivedAt: me.now,
    content: {
      kind: "roster", change, subjects,
      ...(kind === "renamed" ? { text: conversation.name ?? "" } : {}),
    },
  }, me.accountID);
  hooks.rosterChanged?.(record, records, { gone: kind === "removed" ? subjects : [], at });
}

/**
 * The relay's whole list, after this device has missed what changed it.
 *
 * @param {Records} records
 * @param {RelayConversation[]} listed every conversation this account is in
 * @param {{ accountID: string, now: number }} me
 */
export function reloaded(records, listed, me) {
  const known = records.list(names.conversation());
  for (const one of listed) told(records, one, me);
  const ids = new Set(listed.map(({ conversationID }) => conversationID));
  for (const [name, record] of known) {
    if (record.state !== "active" || ids.has(record.conversationID)) continue;
    const members = record.members.filter((one) => one !== me.accountID);
    records.put(name, { ...record, members, state: "left" });
  }
}
