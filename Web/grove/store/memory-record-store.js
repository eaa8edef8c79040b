import { byName, lastOf } from "./record-store.js";

/**
 * @typedef {import("./record-store.js").RecordStore} RecordStore
 * @typedef {import("./record-store.js").Page} Page
 */

/**
 * Keeps records for as long as the program runs: for tests, and for pages that may store nothing.
 *
 * @implements {RecordStore}
 */
export class MemoryRecordStore {
  /** @type {Map<string, unknown>} */
  #records = new Map();

  /**
   * @template Value
   * @param {import("./record-store.js").Name<Value>} name
   */
  async get(name) {
    return /** @type {Value | undefined} */ (this.#records.get(name));
  }

  /** @param {Map<string, unknown>} changes */
  async put(changes) {
    for (const [name, value] of changes) {
      if (value === undefined) this.#records.delete(name);
      else this.#records.set(name, value);
    }
  }

  /**
   * @template Value
   * @param {import("./record-store.js").Name<Value>} beginning
   */
  async list(beginning) {
    const found = [...this.#records].filter(([name]) => name.startsWith(beginning)).sort(byName);
    return /** @type {Map<import("./record-store.js").Name<Value>, Value>} */ (new Map(found));
  }

  /**
   * @template Value
   * @param {import("./record-store.js").Name<Value>} beginning
   * @param {Page} page
   */
  async page(beginning, page) {
    return lastOf(await this.list(beginning), page);
  }

  /** Forgets everything. */
  async clear() {
    this.#records.clear();
  }

  close() {}
}
