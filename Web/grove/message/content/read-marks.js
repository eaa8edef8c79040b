import { identifier, malformed } from "../../encoding/encoding.js";
import { Members } from "../../encoding/json-members.js";
import { hasRepetition, limits } from "./limits.js";

/**
 * What a person has read, and of which conversations they want to be told what: from one of their devices to the others
 * (content type 8, protocol 12.9). Sealed to the account's own devices only, and nobody else's word for it counts.
 *
 * @typedef {object} ReadMarks not all are empty
 * @property {SharedMark[]} marks at most 32, one for a conversation
 * @property {string[]} mentions notices that were read; at most 256, none twice
 * @property {SharedAttention[]} settings at most 32, one for a conversation
 *
 * @typedef {object} SharedMark a line, and all before it, were read. Places in a thread are each device's own, so a
 *   line is named as its sender named it
 * @property {string} conversationID
 * @property {string} messageID
 * @property {string} senderDevice
 * @property {bigint} at milliseconds since 1970, by the clock of the device it was read on
 *
 * @typedef {object} SharedAttention
 * @property {string} conversationID
 * @property {"all" | "mentions" | "none"} attention
 * @property {bigint} at milliseconds since 1970, by the clock of the device it was chosen on: the latest counts
 */

/**
 * @param {Members} members
 * @returns {ReadMarks}
 */
export function readReadMarks(members) {
  const readID = (/** @type {unknown} */ value) => identifier(value, 16, "mentions");
  const marks = members.array("marks", readMark, limits.readMarks);
  const mentions = members.array("mentions", readID, limits.list);
  const settings = members.array("settings", readSetting, limits.readMarks);
  if (marks.length + mentions.length + settings.length === 0) throw malformed("nothing was read");
  const once = [marks.map(({ conversationID }) => conversationID), mentions,
    settings.map(({ conversationID }) => conversationID)];
  if (once.some(hasRepetition)) throw malformed("the same twice");
  return { marks, mentions, settings };
}

/** @param {ReadMarks} content */
export const writeReadMarks = ({ marks, mentions, settings }) => ({
  marks: marks.map(({ at, ...mark }) => ({ ...mark, at: String(at) })),
  mentions,
  settings: settings.map(({ at, ...setting }) => ({ ...setting, at: String(at) })),
});

/** @param {unknown} value @returns {SharedMark} */
function readMark(value) {
  const members = new Members(value);
  return {
    conversationID: members.identifier("conversationID", 16), messageID: members.identifier("messageID", 16),
    senderDevice: members.identifier("senderDevice", 16), at: members.decimal("at"),
  };
}

/** @param {unknown} value @returns {SharedAttention} */
function readSetting(value) {
  const members = new Members(value);
  const attention = members.text("attention");
  if (attention !== "all" && attention !== "mentions" && attention !== "none") throw malformed("attention");
  return { conversationID: members.identifier("conversationID", 16), attention, at: members.decimal("at") };
}
