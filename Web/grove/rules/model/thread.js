import { names, nextNumber } from "./record-names.js";
import { all } from "./records.js";
import { lineAdded } from "./unread.js";

/**
 * @typedef {import("./messenger-types.js").ThreadItem} ThreadItem
 * @typedef {import("./records.js").Reader} Reader
 * @typedef {import("./records.js").Records} Records
 */

/** Lines that count as unread. */
const counted = ["text", "link", "unknown"];

/**
 * Adds a line to a conversation.
 *
 * @param {Records} records
 * @param {Omit<ThreadItem, "position">} line
 * @param {string} me this account: its own lines are read
 * @returns {ThreadItem}
 */
export function addItem(records, line, me) {
  const position = nextNumber(records, "position");
  const item = { ...line, position };
  const name = names.item(line.conversationID, position);
  records.put(name, item);
  if (line.messageID && line.senderDevice) {
    records.put(names.message(line.messageID, line.senderDevice), name);
  }
  noteCard(records, item);
  const key = names.conversation(line.conversationID);
  const conversation = records.get(key);
  if (!conversation) return item;
  const isUnread = line.sender !== me && counted.includes(line.content.kind);
  records.put(key, {
    ...conversation, lastPosition: position,
    lastActivityAt: Math.max(conversation.lastActivityAt, line.receivedAt),
    unread: conversation.unread + (isUnread ? 1 : 0),
  });
  lineAdded(records, item, isUnread);
  return item;
}

/**
 * Of what is shared in a conversation once more the newest card is the one that lives.
 *
 * @param {Records} records
 * @param {ThreadItem} item
 */
function noteCard(records, { conversationID, position, content }) {
  if (content.kind !== "link" || content.warning !== undefined) return;
  const { audience, collaborationID } = content;
  if (!audience || !collaborationID) return;
  const name = names.card(conversationID, { audience, collaborationID });
  const before = records.get(name);
  records.put(name, position);
  const older = before === undefined ? undefined : records.get(names.item(conversationID, before));
  if (older?.content.kind === "link") changeItem(records, older, { content: { ...older.content, isOlder: true } });
}

/**
 * A line in every conversation an account is in.
 *
 * @param {Records} records
 * @param {string} accountID
 * @param {import("./messenger-types.js").ThreadContent} content
 * @param {number} now
 */
export function addEverywhere(records, accountID, content, now) {
  for (const { conversationID, members } of all(records, names.conversation())) {
    if (!members.includes(accountID)) continue;
    const line = { conversationID, sender: accountID, sentAt: now, receivedAt: now, content };
    addItem(records, line, accountID);
  }
}

/**
 * The lines of a message: one for each device of its sender that used the identifier.
 *
 * @param {Reader} records
 * @param {string} messageID
 * @returns {ThreadItem[]}
 */
export const itemsOfMessage = (records, messageID) =>
  all(records, names.message(messageID)).flatMap((name) => records.get(name) ?? []);

/**
 * @param {Reader} records
 * @param {string} messageID
 * @param {string} senderDevice
 * @returns {ThreadItem | undefined}
 */
export function itemOf(records, messageID, senderDevice) {
  const name = records.get(names.message(messageID, senderDevice));
  return name === undefined ? undefined : records.get(name);
}

/**
 * @param {Records} records
 * @param {ThreadItem} item
 * @param {Partial<ThreadItem>} changes
 */
export const changeItem = (records, item, changes) =>
  records.put(names.item(item.conversationID, item.position), { ...item, ...changes });
