import { names } from "./record-names.js";

/**
 * What of a conversation its person has not read, line by line and mention by mention. How many lines that are stands
 * in the conversation.
 *
 * @typedef {object} Reading
 * @property {string} conversationID
 * @property {number[]} positions of unread lines, the oldest first: the newest 256
 * @property {UnreadMention[]} mentions the oldest first: the newest 256
 * @property {number} [mentionedAt] when a mention came last
 * @property {number} raisedTo up to this line somebody's attention was called, or needed not to be
 * @property {Map<string, ReadMark>} awaited what other devices of the account have read and this one has not got yet, by
 *   their identifiers
 * @property {UntoldReading} [untold] what those do not know yet
 *
 * @typedef {object} UnreadMention
 * @property {import("./sharing-types.js").CollaborationKey} collaboration
 * @property {string} noticeID
 * @property {string} account who mentioned
 * @property {string} [name] what the app calls them, where no identity map knows them
 * @property {number} receivedAt
 * @property {number} [at] when it happened, not after it came; absent where an earlier version kept it
 * @property {boolean} [isRaised] as of `raisedTo`
 *
 * @typedef {object} ReadMark the newest line that was read: what stands before it was, too
 * @property {string} messageID positions are each device's own
 * @property {string} senderDevice
 * @property {bigint} at milliseconds, by the clock of the device it was read on
 *
 * @typedef {object} UntoldReading
 * @property {ReadMark} [mark]
 * @property {string[]} mentions the notices
 * @property {number} since
 *
 * @typedef {import("./records.js").Reader} Reader
 * @typedef {import("./records.js").Records} Records
 */

/** More of one conversation are counted, and not known one by one. */
export const mostUnread = 256;

/** @param {Reader} records @param {string} conversationID @returns {Reading} */
export const readingOf = (records, conversationID) => records.get(names.reading(conversationID)) ??
  { conversationID, positions: [], mentions: [], raisedTo: 0, awaited: new Map() };

/** @param {Records} records @param {Reading} reading */
export const putReading = (records, reading) => records.put(names.reading(reading.conversationID), reading);

/**
 * A line was added. Where another device has read it already, it is read, with all before it.
 *
 * @param {Records} records
 * @param {import("./messenger-types.js").ThreadItem} item
 * @param {boolean} isUnread
 */
export function lineAdded(records, { conversationID, position, messageID, senderDevice }, isUnread) {
  const reading = readingOf(records, conversationID);
  if (isUnread) {
    putReading(records, { ...reading, positions: [...reading.positions, position].slice(-mostUnread) });
  }
  const isRead = [...reading.awaited.values()].some((mark) =>
    mark.messageID === messageID && mark.senderDevice === senderDevice);
  if (isRead) readUpTo(records, conversationID, position);
}

/**
 * @param {Records} records
 * @param {string} conversationID
 * @param {number} position of a line here: it and all before it are read
 * @returns {boolean} whether one of them was not
 */
export function readUpTo(records, conversationID, position) {
  const key = names.conversation(conversationID);
  const conversation = records.get(key);
  const reading = readingOf(records, conversationID);
  const positions = reading.positions.filter((one) => one > position);
  const isAll = position >= (conversation?.lastPosition ?? 0);
  const awaited = new Map([...reading.awaited].filter(([, mark]) =>
    (positionOf(records, conversationID, mark) ?? Infinity) > position));
  putReading(records, { ...reading, positions, awaited });
  // Those that are only counted are older than those that are known.
  const isChanged = positions.length < reading.positions.length || (isAll && Boolean(conversation?.unread));
  if (conversation && isChanged) records.put(key, { ...conversation, unread: positions.length });
  return isChanged;
}

/**
 * @param {Reader} records
 * @param {string} conversationID
 * @param {Pick<ReadMark, "messageID" | "senderDevice">} mark
 * @returns {number | undefined} nothing where it is not here
 */
export function positionOf(records, conversationID, { messageID, senderDevice }) {
  const name = records.get(names.message(messageID, senderDevice));
  const item = name && records.get(name);
  return item?.conversationID === conversationID ? item.position : undefined;
}
