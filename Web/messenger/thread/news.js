import { guestName } from "../../grove/rules/notices/guest-name.js";
import { listed } from "../sentences.js";

/** @typedef {import("../../grove/rules/model/sharing-types.js").ShownNotice} ShownNotice */

/** @param {ShownNotice} notice of which document it tells */
export const documentOf = ({ collaboration }) => `${collaboration.audience} ${collaboration.collaborationID}`;

/** @type {ShownNotice["kind"][]} by which a document ends; of one that has, nothing else is news any more */
const ends = ["deleted", "removedCollaborator"];

/** @param {ShownNotice[]} notices @returns {ShownNotice[]} those that are news still: no ending of what is open again */
export const stillNews = (notices) =>
  notices.filter(({ ending, kind, isEnd }) => (ending ? ends.includes(kind) : !isEnd));

/** Kinds of records that change what is news, or what its document is called: the strips and the list's rows follow them. */
export const newsFollow = Object.freeze(["notice-ledger", "invitation", "membership", "told-title", "told-ending", "told-gone",
  "told-came"]);

/**
 * That sharing has ended is no news any more where the same was shared again: the strip would stand above its new card.
 * Shared again it is another collaboration, with another link; what tells is its name, and the app.
 *
 * @param {ShownNotice[]} notices
 * @param {Pick<import("../../grove/rules/model/sharing-types.js").CollaborationHighlight, "audience" | "title" | "createdAt">[]} highlights
 *   of the same conversation
 */
export const withoutSharedAgain = (notices, highlights) => notices.filter(({ isEnd, kind, collaboration, title, latestAt }) =>
  !isEnd || kind === "deleted" || !highlights.some((one) =>
    one.audience === collaboration.audience && one.title === title && one.createdAt > latestAt));

/**
 * What a conversation still tells, in its strips and in its row of the list alike.
 *
 * @param {Pick<import("../../grove/sharing/sharing.js").Sharing, "highlightsIn">} sharing
 * @param {string} conversationID
 * @param {ShownNotice[]} told there
 * @returns {Promise<ShownNotice[]>}
 */
export async function toldStill(sharing, conversationID, told) {
  const news = stillNews(told);
  return news.some(({ isEnd }) => isEnd) ? withoutSharedAgain(news, await sharing.highlightsIn(conversationID)) : news;
}

/**
 * @param {ShownNotice[]} notices
 * @returns {ShownNotice[][]} one strip for each document, the newest first, in each the newest first
 */
export function byDocument(notices) {
  /** @type {Map<string, ShownNotice[]>} */
  const groups = new Map();
  for (const notice of [...notices].sort((one, other) => other.latestAt - one.latestAt)) {
    groups.set(documentOf(notice), [...(groups.get(documentOf(notice)) ?? []), notice]);
  }
  return [...groups.values()];
}

/**
 * @param {ShownNotice[]} news of one document
 * @returns {{ account: string, name?: string, deed: string, at: number }[]} what each of its people did, with the time of
 *   it, the newest first; `name`: where only the app calls them so
 */
export const deedsOf = (news) => news
  .flatMap(({ deeds, names }) => deeds.map((one) =>
    ({ ...one, ...(names[one.account] && { name: guestName(names[one.account]) }) })))
  .sort((one, other) => other.at - one.at);

/**
 * What is called by its number where it happened several times.
 *
 * @type {Partial<Record<ShownNotice["kind"], (times: number) => string>>}
 */
const severalTimes = {
  mention: (times) => `mentioned you ${times} times`, edit: (times) => `made ${times} edits`,
  comment: (times) => `wrote ${times} comments`,
};

/** What is said of a document at most; the list has all of it. */
const most = 4;

/**
 * What happened in one document, in a line: each person's deeds of a kind once, with their number; what several
 * did alike is said of all of them. Mentions are never among what is only counted.
 *
 * @param {ShownNotice[]} news as they are listed
 * @param {(account: string) => string} nameOf
 * @returns {string} "Ben mentioned you · Dora made 2 edits · Eve joined"
 */
export function newsLine(news, nameOf) {
  /** @type {Map<string, { called: string, deed: string, kind: ShownNotice["kind"], times: number }>} */
  const deeds = new Map();
  /** @type {Record<string, string>} those whom only the app calls by a name */
  const named = Object.assign({}, ...news.map(({ names }) => names));
  for (const { kind, deed, accounts } of news) {
    for (const account of accounts) {
      const called = named[account] ? guestName(named[account]) : nameOf(account);
      const key = `${account} ${deed}`;
      deeds.set(key, { called, deed, kind, times: (deeds.get(key)?.times ?? 0) + 1 });
    }
  }
  /** @type {Map<string, { people: string[], isMention: boolean }>} */
  const said = new Map();
  for (const { called, deed, kind, times } of deeds.values()) {
    const words = times > 1 ? severalTimes[kind]?.(times) ?? deed : deed;
    const people = [...(said.get(words)?.people ?? []), called];
    said.set(words, { people, isMention: kind === "mention" });
  }
  const parts = [...said].map(([words, { people, isMention }]) => ({ text: `${listed(people)} ${words}`, isMention }));
  const first = [...parts].sort((one, other) => Number(other.isMention) - Number(one.isMention)).slice(0, most);
  const rest = parts.length - first.length;
  return [...parts.filter((one) => first.includes(one)).map(({ text }) => text), ...(rest > 0 ? [`${rest} more`] : [])]
    .join(" · ");
}
