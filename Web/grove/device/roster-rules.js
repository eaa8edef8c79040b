import { names } from "./names.js";
import { addItem } from "./thread.js";

/**
 * @typedef {import("./staged-records.js").StagedRecords} StagedRecords
 * @typedef {import("../relay/conversation-forms.js").RelayConversation} RelayConversation
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
 * @param {StagedRecords} records
 * @param {RelayConversation} offered
 * @param {{ accountID: string, now: number }} me
 * @returns {Promise<StoredConversation>}
 */
export async function told(records, { notAdded, ...offered }, { accountID, now }) {
  const key = names.conversation(offered.conversationID);
  /** @type {StoredConversation | undefined} */
  const known = await records.get(key);
  if (known && known.version > offered.version) return known;
  /** @type {StoredConversation} */
  const record = {
    lastActivityAt: now, unread: 0, ...known, ...offered, requestedBy: offered.requestedBy,
    state: offered.members.includes(accountID) ? "active" : "left",
  };
  records.put(key, record);
  if (notAdded) {
    await addItem(records, {
      conversationID: offered.conversationID, sender: accountID, sentAt: now, receivedAt: now,
      content: { kind: "roster", change: "not_added", subjects: notAdded },
    }, accountID);
  }
  // Whoever is in a conversation has a name.
  for (const member of offered.members) {
    if (!(await records.get(names.account(member)))) records.put(names.wanted(member), 0n);
  }
  return record;
}

/**
 * A change that came through the mailbox: shown once, whether or not its result is known.
 *
 * @param {StagedRecords} records
 * @param {import("../relay/conversation-forms.js").ConversationChange} change
 * @param {{ accountID: string, now: number }} me
 * @param {import("./local-device.js").SharingHooks} hooks
 */
export async function changed(records, { kind, by, subjects, at, conversation }, me, hooks) {
  const record = await told(records, conversation, me);
  // Only this account's own devices are told, and what was held is shown now.
  if (kind === "accepted") return;
  const isLeaving = kind === "removed" && subjects.length === 1 && subjects[0] === by;
  const change = isLeaving ? "left" : kind;
  await addItem(records, {
    conversationID: record.conversationID, sender: by, sentAt: at, receivedAt: me.now,
    content: {
      kind: "roster", change, subjects,
      ...(kind === "renamed" ? { text: conversation.name ?? "" } : {}),
    },
  }, me.accountID);
  await hooks.rosterChanged?.({ conversation: record, change, subjects, by, now: me.now }, records);
}
