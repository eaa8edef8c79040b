import { lookOf } from "../../ui/dom.js";
import { dayName, daysAgo } from "../../ui/time-format.js";

/** @typedef {import("../../grove/rules/model/messenger-types.js").ThreadItem} ThreadItem */
/**
 * @typedef {object} ItemRow
 * @property {"item"} kind
 * @property {string} key
 * @property {string} look
 * @property {ThreadItem} item
 * @property {boolean} isMine
 * @property {boolean} isFirst of what one person sent in one go
 * @property {boolean} isLast of that
 * @property {boolean} showsDelivery
 *
 * @typedef {{ kind: "day", key: string, look: string, label: string }} DayRow
 * @typedef {{ kind: "before", key: string, look: string, label: string }} BeforeRow why nothing older stands here
 * @typedef {ItemRow | DayRow | BeforeRow} ThreadRow
 */

/** Messages of one person that are closer than this stand together. */
const together = 5 * 60_000;

/**
 * When to say something was: the sender's clock, but never later than it arrived.
 *
 * @param {ThreadItem} item
 */
export const timeOf = ({ sentAt, receivedAt }) => Math.min(sentAt, receivedAt);

/**
 * Why a whole thread begins where it does, in a browser that was added to its account later.
 *
 * @param {ThreadItem[]} items all of it
 * @param {string} me
 * @param {string | null} how this browser was added; null where it was there from the beginning
 * @returns {string} empty where nothing is missing
 */
export function missingWords(items, me, how) {
  const begins = items.some(({ content }) => content.kind === "roster"
    && (content.change === "created" || (content.change === "added" && content.subjects.includes(me))));
  if (begins || !how) return "";
  return how === "linked" ? "What was written here before this browser was linked is on your other devices."
    : "What was written here before you used your recovery code is not in this browser.";
}

/** @param {ThreadItem} item */
const isMessage = ({ content }) => content.kind === "text" || content.kind === "link";

/** @param {ThreadItem | undefined} one @param {ThreadItem | undefined} other the next */
const belong = (one, other) =>
  one !== undefined && other !== undefined && isMessage(one) && isMessage(other) &&
  one.sender === other.sender && Math.abs(timeOf(other) - timeOf(one)) < together &&
  daysAgo(timeOf(one), timeOf(other)) === 0;

/**
 * What a thread shows: days between the lines, messages in groups, and how far the person's own
 * have come: the newest, and each that is not there yet.
 *
 * @param {ThreadItem[]} items oldest first
 * @param {{ me: string, now: number, isOnline: boolean, isRemoved?: boolean, names: number, members?: string, documents?: (link:
 *   import("./link-card.js").LinkContent) => object | undefined, missing?: string }} view `names` changes when somebody's
 *   name has, `members` when somebody comes or goes; `documents`: what is known of one now; `missing`: said above all
 * @returns {ThreadRow[]}
 */
export function threadRows(items, { me, now, isOnline, isRemoved, names, members = "", documents, missing }) {
  /** @type {ThreadRow[]} */
  const rows = missing ? [{ kind: "before", key: "before", look: missing, label: missing }] : [];
  const newest = [...items].reverse().find((item) => item.sender === me && item.delivery);
  items.forEach((item, place) => {
    const [before, after] = [items[place - 1], items[place + 1]];
    const label = dayName(timeOf(item), now);
    if (!before || daysAgo(timeOf(before), timeOf(item)) !== 0) {
      rows.push({ kind: "day", key: `day ${item.position}`, look: label, label });
    }
    const state = item.delivery?.state;
    const row = {
      item, isMine: item.sender === me, isFirst: !belong(before, item),
        isLast: !belong(item, after),
      showsDelivery: item === newest || state === "queued" || state === "failed",
    };
    const { content } = item;
    const { kind } = content;
    rows.push({
      kind: "item", key: String(item.position), ...row,
      look: [row.isFirst, row.isLast, row.showsDelivery && [state, item.delivery?.reason, isOnline, isRemoved],
        kind, kind === "link" || kind === "notice" ? lookOf(content) : "",
        kind === "link" ? lookOf(documents?.(content)) + members : "", names].join(),
    });
  });
  return rows;
}
