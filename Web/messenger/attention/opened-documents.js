/** @typedef {import("../../grove/rules/model/sharing-types.js").CollaborationKey} CollaborationKey */

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
   * @returns {{ collaboration: CollaborationKey, until: number }[]} where they were meanwhile, and what they saw there
   */
  seen(now) {
    const found = this.#opened.map(({ collaboration, at }) => ({ collaboration, until: Math.min(now, at + visit) }));
    this.#opened = [];
    return found;
  }
}
