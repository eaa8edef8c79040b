/** @typedef {import("../log/update-format.js").Mention} Mention */

/**
 * A comment or a line of a document's log, with the server's word about who wrote it and when.
 *
 * @typedef {object} Entry
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
export class Entries {
  /** @type {Map<string, Entry>} */
  #entries = new Map();

  /** @param {Entry} entry @returns {boolean} whether it is news */
  put(entry) {
    const known = this.#entries.get(entry.updateID);
    if (known && known.sequence >= entry.sequence) return false;
    this.#entries.set(entry.updateID, entry);
    return true;
  }

  /** @param {string} updateID */
  drop(updateID) {
    this.#entries.delete(updateID);
  }

  /** @param {Entry["type"]} type @returns {Entry[]} */
  of(type) {
    return [...this.#entries.values()].filter((entry) => entry.type === type).sort(inOrder);
  }

  /** @returns {number[]} where they stand in the log */
  get sequences() {
    return [...this.#entries.values()].map(({ sequence }) => sequence).filter(Boolean)
      .sort((a, b) => a - b);
  }
}

/** @param {Entry} a @param {Entry} b */
const inOrder = (a, b) => (a.sequence || Infinity) - (b.sequence || Infinity) || a.at - b.at;
