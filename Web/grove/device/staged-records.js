import { byName, lastOf } from "../store/record-store.js";

/** @typedef {import("../store/record-store.js").RecordStore} RecordStore */

/**
 * Records as they will be when a change is over: what was put is read back, and written by nobody
 * but the holder of the device's lock, all of it in one transaction.
 *
 * @implements {RecordStore}
 */
export class StagedRecords {
  #store;
  /**
   * What was put.
   *
   * @type {Map<string, any>}
   */
  changes = new Map();

  /** @param {RecordStore} store */
  constructor(store) {
    this.#store = store;
  }

  /** @param {string} name @returns {Promise<any>} */
  async get(name) {
    return this.changes.has(name) ? this.changes.get(name) : this.#store.get(name);
  }

  /**
   * @param {string | Map<string, unknown>} name or several records
   * @param {unknown} [value] `undefined` deletes
   */
  async put(name, value) {
    if (typeof name === "string") this.changes.set(name, value);
    else for (const [one, its] of name) this.changes.set(one, its);
  }

  /** @param {string} prefix @returns {Promise<Map<string, any>>} */
  async list(prefix) {
    return this.#merged(prefix, await this.#store.list(prefix));
  }

  /**
   * @param {string} prefix
   * @param {import("../store/record-store.js").Page} page
   * @returns {Promise<[string, any][]>}
   */
  async page(prefix, { before, limit }) {
    // As many more as could have been deleted.
    const count = limit + this.changes.size;
    const stored = await this.#store.page(prefix, { before, limit: count });
    return lastOf(this.#merged(prefix, new Map(stored)), { before, limit });
  }

  /** @param {string} prefix @param {Map<string, unknown>} stored */
  #merged(prefix, stored) {
    const all = new Map(stored);
    for (const [name, value] of this.changes) {
      if (!name.startsWith(prefix)) continue;
      if (value === undefined) all.delete(name);
      else all.set(name, value);
    }
    return new Map([...all].sort(byName));
  }
}
