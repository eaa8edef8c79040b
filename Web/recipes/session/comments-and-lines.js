/** @typedef {import("../log/update-format.js").Mention} Mention */

/**
 * A comment or a line of a document's log, with the server's word about who wrote it and when.
 *
 * @typedef {object} CommentOrLine
 * @property {number} sequence 0 while it waits to be sent
 * @property {string} updateID
 * @property {"comment" | "line"} type
 * @property {string} account
 * @property {string} name
 * @property {number} at milliseconds
 * @property {string} text
 * @property {Mention[]} mentions
 */

/** Comments and lines, in the log's order; what waits comes last. */
export class CommentsAndLines {
  /** @type {Map<string, CommentOrLine>} */
  #items = new Map();

  /** @param {CommentOrLine} item @returns {boolean} whether it is news */
  put(item) {
    const known = this.#items.get(item.updateID);
    if (known && known.sequence >= item.sequence) return false;
    this.#items.set(item.updateID, item);
    return true;
  }

  /** @param {string} updateID */
  drop(updateID) {
    this.#items.delete(updateID);
  }

  /** @param {CommentOrLine["type"]} type @returns {CommentOrLine[]} */
  of(type) {
    return [...this.#items.values()].filter((item) => item.type === type).sort(inOrder);
  }

  /** @returns {number[]} where they stand in the log */
  get sequences() {
    return [...this.#items.values()].map(({ sequence }) => sequence).filter(Boolean)
      .sort((a, b) => a - b);
  }
}

/** @param {CommentOrLine} a @param {CommentOrLine} b */
const inOrder = (a, b) => (a.sequence || Infinity) - (b.sequence || Infinity) || a.at - b.at;
