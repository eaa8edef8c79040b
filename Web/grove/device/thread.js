import { names, nextNumber } from "./names.js";

/**
 * @typedef {import("./messenger-types.js").ThreadItem} ThreadItem
 * @typedef {import("./messenger-types.js").Delivery} Delivery
 * @typedef {import("./staged-records.js").StagedRecords} StagedRecords
 */

/** Lines that count as unread. */
const counted = ["text", "link", "unknown"];

/**
 * Adds a line to a conversation.
 *
 * @param {StagedRecords} records
 * @param {Omit<ThreadItem, "position">} line
 * @param {string} me this account: its own lines are read
 * @returns {Promise<ThreadItem>}
 */
export async function addItem(records, line, me) {
  const position = await nextNumber(records, "position");
  const item = { ...line, position };
  const name = names.item(line.conversationID, position);
  records.put(name, item);
  if (line.messageID && line.senderDevice) {
    records.put(names.message(line.messageID, line.senderDevice), name);
  }
  const key = names.conversation(line.conversationID);
  const conversation = await records.get(key);
  if (!conversation) return item;
  const isUnread = line.sender !== me && counted.includes(line.content.kind);
  records.put(key, {
    ...conversation, lastPosition: position,
    lastActivityAt: Math.max(conversation.lastActivityAt, line.receivedAt),
    unread: conversation.unread + (isUnread ? 1 : 0),
  });
  return item;
}

/**
 * The lines of a message: one for each device of its sender that used the identifier.
 *
 * @param {StagedRecords} records
 * @param {string} messageID
 * @returns {Promise<ThreadItem[]>}
 */
export async function itemsOfMessage(records, messageID) {
  const found = [...(await records.list(`message/${messageID}/`)).values()];
  return Promise.all(found.map((name) => records.get(name)));
}

/**
 * @param {StagedRecords} records
 * @param {string} messageID
 * @param {string} senderDevice
 * @returns {Promise<ThreadItem | undefined>}
 */
export async function itemOf(records, messageID, senderDevice) {
  const name = await records.get(names.message(messageID, senderDevice));
  return name && records.get(name);
}

/**
 * @param {StagedRecords} records
 * @param {ThreadItem} item
 * @param {Partial<ThreadItem>} changes
 */
export const changeItem = (records, item, changes) =>
  records.put(names.item(item.conversationID, item.position), { ...item, ...changes });
