import { usableInvitations } from "../invitations/received-invitation.js";
import { isSame, keyOf, names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { mostUnread, putReading, readingOf } from "../model/unread.js";
import { placeOfMention } from "../notices/conversation-news.js";

/**
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../../message/notice-ledger.js").LedgerState} LedgerState
 */

/**
 * What a notice does to what is unread: a mention counts in the conversation whose strip shows it, once; everything
 * else that happens in documents is seen there and counts nothing. What was taken back counts no more.
 *
 * @param {Records} records
 * @param {import("../../message/content/notice.js").Notice} notice as it was judged
 * @param {import("../../message/notice-ledger.js").Receipt} receipt
 * @param {{ account: string, name?: string, receivedAt: number }} from `name`: what the app calls somebody whom no
 *   identity map knows
 */
export function noticeTold(records, notice, { outcome }, { account, name, receivedAt }) {
  const collaboration = keyOf(notice);
  if (outcome === "cleared") mentionsLeft(records, collaboration);
  if (outcome !== "opened" || notice.kind !== "mention") return;
  if (!usableInvitations(records, collaboration).some(({ root }) => root === notice.root)) return;
  const conversationID = placeOfMention(records, collaboration, { account, root: notice.root });
  const { noticeID } = notice;
  if (!conversationID || takeMentionRead(records, noticeID)) return;
  const reading = readingOf(records, conversationID);
  const mention = { collaboration, noticeID, account, ...(name && { name }), receivedAt,
    at: Math.min(Number(notice.at), receivedAt) };
  const mentions = [...reading.mentions, mention].slice(-mostUnread);
  putReading(records, { ...reading, mentions, mentionedAt: Math.max(reading.mentionedAt ?? 0, receivedAt) });
}

/**
 * Mentions that are shown no longer are not unread any more: they were taken back, put away, or seen in the app.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 */
export function mentionsLeft(records, collaboration) {
  const shown = new Set(records.get(names.ledger(collaboration))?.banners.map(({ id }) => id));
  keepMentions(records, (one) => !isSame(one.collaboration, collaboration) || shown.has(one.noticeID));
}

/** More are not remembered. */
const mostRead = 256;

/**
 * Another device of the account has read these.
 *
 * @param {Records} records
 * @param {string[]} noticeIDs
 * @returns {boolean} whether one of them was unread here
 */
export function mentionsRead(records, noticeIDs) {
  const found = keepMentions(records, ({ noticeID }) => !noticeIDs.includes(noticeID));
  // They may still come.
  const before = records.get(names.mentionsRead()) ?? [];
  const awaited = noticeIDs.filter((one) => !found.includes(one) && !before.includes(one));
  if (awaited.length > 0) records.put(names.mentionsRead(), [...before, ...awaited].slice(-mostRead));
  return found.length > 0;
}

/** @param {Records} records @param {string} noticeID @returns {boolean} whether another device has read it before */
function takeMentionRead(records, noticeID) {
  const before = records.get(names.mentionsRead()) ?? [];
  if (!before.includes(noticeID)) return false;
  records.put(names.mentionsRead(), before.filter((one) => one !== noticeID));
  return true;
}

/**
 * @param {Records} records
 * @param {(mention: import("../model/unread.js").UnreadMention) => boolean} isKept
 * @returns {string[]} the notices of those that are not
 */
function keepMentions(records, isKept) {
  return all(records, names.reading()).flatMap((reading) => {
    const mentions = reading.mentions.filter(isKept);
    if (mentions.length === reading.mentions.length) return [];
    putReading(records, { ...reading, mentions });
    return reading.mentions.filter((one) => !isKept(one)).map(({ noticeID }) => noticeID);
  });
}
