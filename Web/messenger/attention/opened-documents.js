import { say } from "../../ui/status.js";

/**
 * @typedef {import("../../grove/rules/model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {{ collaboration: CollaborationKey, until: number }} Visit
 */

/** Milliseconds. So long somebody is taken to be in a document they opened; where they were afterwards nobody knows. */
export const visit = 10 * 60_000;

/**
 * Whether what a click opens is seen, with what is new in it: not what opens behind this page.
 *
 * @param {Pick<MouseEvent, "ctrlKey" | "metaKey">} click
 */
export const isOpenedInFront = ({ ctrlKey, metaKey }) => !ctrlKey && !metaKey;

/**
 * Documents opened from here in tabs of their own, which say nothing to this page: what others do there while their
 * person looks at them is no news to that person.
 */
export class OpenedDocuments {
  /** @type {{ collaboration: CollaborationKey, at: number }[]} */
  #opened = [];

  /** @param {CollaborationKey} collaboration @param {number} at */
  note({ audience, collaborationID }, at) {
    this.#opened.push({ collaboration: { audience, collaborationID }, at });
  }

  /**
   * The person looks at this page again.
   *
   * @param {number} now
   * @returns {Visit[]} where they were meanwhile, and what they saw there
   */
  seen(now) {
    const found = this.#opened.map(({ collaboration, at }) => ({ collaboration, until: Math.min(now, at + visit) }));
    this.#opened = [];
    return found;
  }
}

/**
 * Puts away what others did in documents while their person was there, as far as that can be known, and says which: it
 * is likely that they saw it, and who did not would look for it in vain. Mentions stay, and that a document has ended.
 *
 * @param {Pick<import("../app.js").App, "sharing" | "people">} app
 * @param {Visit[]} visits
 * @param {(words: string) => void} tell
 */
export async function takeAsSeen({ sharing, people }, visits, tell = say) {
  const told = visits.length > 0 ? await sharing.allNotices() : [];
  /** @type {string[]} */
  const words = [];
  for (const { collaboration: { audience, collaborationID }, until } of visits) {
    const there = told.filter(({ collaboration, kind, isEnd, latestAt }) => collaboration.audience === audience
      && collaboration.collaborationID === collaborationID && kind !== "mention" && !isEnd && latestAt <= until);
    // What was told in several conversations is one thing.
    const news = [...new Map(there.map((one) => [one.id, one])).values()];
    await sharing.clearNotices({ audience, collaborationID }, { isOnlyLikely: true, until });
    if (news.length === 0) continue;
    const { newsLine } = await import("../thread/news.js");
    words.push(`Counted as seen, because you had “${news[0].title}” open: ${newsLine(news, people.nameOf)}`);
  }
  if (words.length > 0) tell(words.join(". "));
}
