import { encodeContent } from "../../message/content/message-content.js";
import { enqueueMessage } from "../conversations/outbox-rules.js";
import { conversationOfOwn, otherDevices } from "../conversations/own-devices.js";
import { names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { putReading } from "../model/unread.js";

/** Milliseconds in which what is read is gathered. */
const pause = 2000;

/** Of each told in one message. */
const atOnce = 32;

/**
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/unread.js").Reading & { untold: import("../model/unread.js").UntoldReading }} UntoldIn
 *
 * @typedef {object} ReadingDue
 * @property {UntoldIn[]} readings
 * @property {import("./attention-rules.js").StoredAttention[]} settings
 * @property {bigint} seq of the account's newest statement
 */

/**
 * What the account's other devices do not know of what was read and chosen here: at most as much as one message takes.
 *
 * @param {Reader} records
 * @param {{ accountID: string, deviceID: string }} me
 * @returns {ReadingDue}
 */
export function readingDue(records, me) {
  const seq = otherDevices(records, me);
  if (seq === undefined) return { readings: [], settings: [], seq: 0n };
  const readings = all(records, names.reading()).filter((one) => one.untold);
  const settings = all(records, names.attention()).filter(({ toldSeq }) => toldSeq !== seq);
  return { readings: /** @type {UntoldIn[]} */ (readings.slice(0, atOnce)), settings: settings.slice(0, atOnce), seq };
}

/**
 * Queues a message that tells them, in the decision that notes it as told; where something was read just now, a little
 * later, and once for all that is read until then.
 *
 * @param {import("../model/records.js").Records} records
 * @param {import("../model/stored-device.js").Me} me
 * @param {string} messageID
 * @returns {{ isTold: boolean, wait?: number }} told: there may be more; `wait`: milliseconds until it is time
 */
export function tellReading(records, me, messageID) {
  const { readings, settings, seq } = readingDue(records, me);
  const conversationID = conversationOfOwn(records, me);
  if (!conversationID || readings.length + settings.length === 0) return { isTold: false };
  const ages = readings.map(({ untold }) => me.now - untold.since);
  // A clock that was set back must not make them wait longer.
  const wait = Math.min(...ages.map((age) => (age >= 0 && age < pause ? pause - age : 0)), pause);
  if (settings.length === 0 && wait > 0) return { isTold: false, wait };
  const marks = readings.flatMap(({ conversationID: id, untold: { mark } }) =>
    (mark ? [{ conversationID: id, ...mark }] : []));
  const mentions = [...new Set(readings.flatMap(({ untold }) => untold.mentions))];
  const chosen = settings.map(({ conversationID: id, attention, at }) => ({ conversationID: id, attention, at }));
  const content = encodeContent({ type: "readMarks", marks, mentions, settings: chosen });
  enqueueMessage(records, { ...content, messageID, conversationID, accounts: [me.accountID] }, me);
  for (const one of readings) putReading(records, { ...one, untold: undefined });
  for (const one of settings) records.put(names.attention(one.conversationID), { ...one, toldSeq: seq });
  return { isTold: true };
}
