import { names } from "../model/record-names.js";
import { putReading, readingOf } from "../model/unread.js";
import { attentionOf } from "./attention-rules.js";

/**
 * How this browser calls its person's attention while nobody looks at its pages.
 *
 * @typedef {object} Raising
 * @property {"yes" | "no"} [choice] absent: nobody was asked or has answered
 * @property {boolean} [wasAway] a message came while nobody looked: the time to ask
 * @property {boolean} [hidesContents] nothing of what is written is shown
 *
 * @typedef {object} News what came into a conversation since somebody looked or was told
 * @property {number} messages
 * @property {import("../model/messenger-types.js").ThreadItem} [last] the newest of them
 * @property {import("../model/unread.js").UnreadMention[]} mentions
 */

/**
 * Takes what is new in a conversation, so that it is told once, by whichever tab is the first to ask. What its person
 * does not want to be told is taken, too, and not in the answer.
 *
 * @param {import("../model/records.js").Records} records
 * @param {string} conversationID
 * @returns {News | undefined} nothing where nothing is to be told
 */
export function takeNews(records, conversationID) {
  const reading = readingOf(records, conversationID);
  if (records.get(names.conversation(conversationID))?.requestedBy) return undefined;
  const lines = reading.positions.filter((one) => one > reading.raisedTo);
  const mentions = reading.mentions.filter(({ isRaised }) => !isRaised);
  if (lines.length + mentions.length === 0) return undefined;
  const told = reading.mentions.map((one) => ({ ...one, isRaised: true }));
  putReading(records, { ...reading, raisedTo: lines.at(-1) ?? reading.raisedTo, mentions: told });
  const attention = attentionOf(records, conversationID);
  if (attention === "none" || (attention === "mentions" && mentions.length === 0)) return undefined;
  if (attention === "mentions") return { messages: 0, mentions };
  const last = lines.length > 0 ? records.get(names.item(conversationID, lines[lines.length - 1])) : undefined;
  return { messages: lines.length, last, mentions };
}

/**
 * Whether the person is asked now: a message came while nobody looked, and they have not answered yet.
 *
 * @param {Raising | undefined} raising
 * @param {"default" | "granted" | "denied"} permission of the browser
 */
export const isTimeToAsk = (raising, permission) =>
  permission === "default" && Boolean(raising?.wasAway) && !raising?.choice;

/**
 * @param {Raising | undefined} raising
 * @param {"default" | "granted" | "denied"} permission of the browser
 */
export const mayRaise = (raising, permission) => permission === "granted" && raising?.choice !== "no";
