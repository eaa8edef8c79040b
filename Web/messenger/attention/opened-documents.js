/** @typedef {import("../../grove/rules/model/sharing-types.js").CollaborationKey} CollaborationKey */

/** Milliseconds. Who is back sooner was in the document; where somebody was who is away for longer, nobody knows. */
export const visit = 10 * 60_000;

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
   * @returns {CollaborationKey[]} where they were meanwhile
   */
  seen(now) {
    const found = this.#opened.filter(({ at }) => now - at < visit);
    this.#opened = [];
    return found.map(({ collaboration }) => collaboration);
  }
}
