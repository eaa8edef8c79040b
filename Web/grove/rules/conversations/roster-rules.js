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
export function told(records, { notAdded, ...offered }, { accountID, now }) {
  const key = names.conversation(offered.conversationID);
  const known = records.get(key);
  if (known && known.version > offered.version) return known;
  /** @type {StoredConversation} */
  const record = {
    lastActivityAt: now, unread: 0, ...known, ...offered, requestedBy: offered.requestedBy,
    state: offered.members.includes(accountID) ? "active" : "left",
  };
  records.put(key, record);
  if (notAdded) {
    addItem(records, {
      conversationID: offered.conversationID, sender: accountID, sentAt: now, receivedAt: now,
      content: { kind: "roster", change: "not_added", subjects: notAdded },
    }, accountID);
  }
  // Whoever is in a conversation has a name.
  for (const member of offered.members) {
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
  const record = told(records, conversation, me);
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
  hooks.rosterChanged?.(record, records);
}

/**
 * Entries of the mailbox were not kept: how many expired is remembered until the person has seen it.
 *
 * @param {import("../model/records.js").Records} records
 * @param {RelayConversation[]} listed every conversation this account is in
 * @param {bigint} expired
 * @param {{ accountID: string, now: number }} me
 */
export function missed(records, listed, expired, me) {
  const counter = names.counter("missedEntries");
  if (expired > 0n) records.put(counter, (records.get(counter) ?? 0) + Number(expired));
  const known = records.list(names.conversation());
  for (const one of listed) told(records, one, me);
  const ids = new Set(listed.map(({ conversationID }) => conversationID));
  for (const [name, record] of known) {
    if (record.state !== "active" || ids.has(record.conversationID)) continue;
    const members = record.members.filter((one) => one !== me.accountID);
    records.put(name, { ...record, members, state: "left" });
  }
}
