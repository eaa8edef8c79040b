import { maximumUInt64 } from "../../encoding/encoding.js";
import { names } from "../model/record-names.js";

/**
 * What of a conversation its person wants to be told: everything, who mentions them, or nothing.
 *
 * @typedef {"all" | "mentions" | "none"} Attention
 *
 * @typedef {object} StoredAttention where there is none, it is everything
 * @property {string} conversationID
 * @property {Attention} attention
 * @property {bigint} at milliseconds, by the clock of the device it was chosen on
 * @property {bigint} [toldSeq] the statement of the account's own list whose other devices were told; absent: none
 *
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/records.js").Records} Records
 */

/** @type {readonly Attention[]} */
export const attentions = Object.freeze(["all", "mentions", "none"]);

/** @param {Reader} records @param {string} conversationID */
export const attentionOf = (records, conversationID) =>
  records.get(names.attention(conversationID))?.attention ?? "all";

/**
 * How much of what is unread counts: for the number on the page's name and icon. Who asks to be let in counts nothing.
 *
 * @param {{ unread: number, mentions: number, attention: Attention, requestedBy?: string }} conversation
 */
export function countOf({ unread, mentions, attention, requestedBy }) {
  if (requestedBy || attention === "none") return 0;
  return attention === "mentions" ? mentions : unread + mentions;
}

/**
 * @param {Records} records
 * @param {string} conversationID
 * @param {Attention} attention
 * @param {bigint} now
 */
export function chooseAttention(records, conversationID, attention, now) {
  const before = records.get(names.attention(conversationID))?.at ?? 0n;
  // A clock that was set back must not let the earlier choice win on the other devices. There is no more than the
  // largest number, which only a device that lies can have told.
  const at = now > before ? now : before + BigInt(before < maximumUInt64);
  records.put(names.attention(conversationID), { conversationID, attention, at });
}

/**
 * What another device of the account says was chosen. The latest counts, on whichever device it was made; of two at the
 * same time that which tells less, on all of them.
 *
 * @param {Records} records
 * @param {StoredAttention} choice
 * @returns {boolean} whether it is news
 */
export function followAttention(records, choice) {
  const known = records.get(names.attention(choice.conversationID));
  if (!records.get(names.conversation(choice.conversationID))) return false;
  if (known && choice.at < known.at) return false;
  const rank = (/** @type {StoredAttention} */ one) => attentions.indexOf(one.attention);
  if (known && choice.at === known.at && rank(choice) <= rank(known)) return false;
  records.put(names.attention(choice.conversationID), choice);
  return true;
}
