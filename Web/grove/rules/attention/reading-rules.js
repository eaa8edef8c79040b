import { otherDevices } from "../conversations/own-devices.js";
import { names } from "../model/record-names.js";
import { positionOf, putReading, readingOf, readUpTo } from "../model/unread.js";
import { followAttention } from "./attention-rules.js";
import { mentionsRead } from "./mention-rules.js";

/**
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../../message/content/read-marks.js").SharedMark} SharedMark
 */

/** So many mentions of a conversation are told to the account's other devices; the newest. */
const mostTold = 8;

/** An account has no more devices. */
const mostAwaited = 32;

/**
 * The person has read a conversation on this device.
 *
 * @param {Records} records
 * @param {string} conversationID
 * @param {import("../model/stored-device.js").Me} me
 * @returns {boolean} whether something was unread
 */
export function readHere(records, conversationID, me) {
  const { positions, mentions, untold } = readingOf(records, conversationID);
  const newest = positions.length > 0 && records.get(names.item(conversationID, positions[positions.length - 1]));
  const isChanged = readUpTo(records, conversationID, Infinity) || mentions.length > 0;
  if (!isChanged) return false;
  const reading = { ...readingOf(records, conversationID), mentions: [] };
  putReading(records, reading);
  if (otherDevices(records, me) === undefined) return true;
  const { messageID, senderDevice } = newest || {};
  const mark = messageID && senderDevice ? { messageID, senderDevice, at: BigInt(me.now) } : untold?.mark;
  const told = [...(untold?.mentions ?? []), ...mentions.map(({ noticeID }) => noticeID)].slice(-mostTold);
  if (!mark && told.length === 0) return true;
  putReading(records, { ...reading, untold: { mark, mentions: told, since: untold?.since ?? me.now } });
  return true;
}

/**
 * What another device of the account tells. Marks only move forward, so that it does not matter in which order they come.
 *
 * @param {Records} records
 * @param {import("../../message/content/read-marks.js").ReadMarks} content
 * @param {{ sender: string, senderDevice: string, isFromRemovedDevice: boolean }} arrival
 * @param {{ myAccount: string, seq: bigint }} device `seq` of the account's newest statement: whoever tells this tells
 *   all devices of it
 * @returns {{ dropped?: "not_own_account" | "removed_device" }}
 */
export function readMarksCame(records, { marks, mentions, settings }, arrival, { myAccount, seq }) {
  const { sender, senderDevice, isFromRemovedDevice } = arrival;
  if (sender !== myAccount) return { dropped: "not_own_account" };
  if (isFromRemovedDevice) return { dropped: "removed_device" };
  for (const mark of marks) follow(records, mark, senderDevice);
  if (mentions.length > 0) mentionsRead(records, mentions);
  for (const one of settings) followAttention(records, { ...one, toldSeq: seq });
  return {};
}

/**
 * @param {Records} records
 * @param {SharedMark} mark
 * @param {string} device that has read
 */
function follow(records, { conversationID, messageID, senderDevice, at }, device) {
  if (!records.get(names.conversation(conversationID))) return;
  const position = positionOf(records, conversationID, { messageID, senderDevice });
  if (position !== undefined) return void readUpTo(records, conversationID, position);
  // It has still to come: devices get their messages in an order of their own.
  const reading = readingOf(records, conversationID);
  const known = reading.awaited.get(device);
  if (known && known.at >= at) return;
  const awaited = new Map([...reading.awaited].filter(([one]) => one !== device).slice(1 - mostAwaited));
  putReading(records, { ...reading, awaited: awaited.set(device, { messageID, senderDevice, at }) });
}
