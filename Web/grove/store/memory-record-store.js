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

  /** @param {string} name */
  async get(name) {
    return this.#records.get(name);
  }

  /** @param {Map<string, unknown>} changes */
  async put(changes) {
    for (const [name, value] of changes) {
      if (value === undefined) this.#records.delete(name);
      else this.#records.set(name, value);
    }
  }

  /** @param {string} prefix */
  async list(prefix) {
    return new Map([...this.#records].filter(([name]) => name.startsWith(prefix)).sort(byName));
  }

  /**
   * @param {string} prefix
   * @param {Page} page
   */
  async page(prefix, page) {
    return lastOf(await this.list(prefix), page);
  }

  /** Forgets everything. */
  async clear() {
    this.#records.clear();
  }

  close() {}
}
