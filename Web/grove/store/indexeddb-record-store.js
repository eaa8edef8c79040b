/** @typedef {import("./record-store.js").RecordStore} RecordStore */

const table = "records";

/**
 * Keeps records in the origin's IndexedDB. CryptoKeys are stored as they are: the browser keeps the
 * private half and this code never sees it.
 *
 * @implements {RecordStore}
 */
export class IndexedDBRecordStore {
  #database;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
  }

  /**
   * @param {string} name of the database
   * @param {() => void} [onLost] called when the browser takes the database away: its data was
   *   cleared
   * @returns {Promise<IndexedDBRecordStore>}
   * @throws {DOMException} where the browser keeps nothing for this origin.
   */
  static async open(name, onLost = () => {}) {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table);
    const database = await result(request);
    // Another tab that upgrades or deletes the database must not wait for this one.
    database.onversionchange = () => database.close();
    database.onclose = onLost;
    return new IndexedDBRecordStore(database);
  }

  /**
   * @template Value
   * @param {import("./record-store.js").Name<Value>} name
   * @returns {Promise<Value | undefined>}
   */
  get(name) {
    return result(this.#database.transaction(table).objectStore(table).get(name));
  }

  /** @param {Map<string, unknown>} changes */
  async put(changes) {
    const transaction = this.#database.transaction(table, "readwrite", { durability: "strict" });
    const records = transaction.objectStore(table);
    const done = completion(transaction);
    try {
      for (const [name, value] of changes) {
        if (value === undefined) records.delete(name);
        else records.put(value, name);
      }
    } catch (error) {
      // A value that cannot be cloned: what was put before it must not stay.
      transaction.abort();
      await done.catch(() => undefined);
      throw error;
    }
    await done;
  }

  /**
   * @template Value
   * @param {import("./record-store.js").Name<Value>} prefix
   * @returns {Promise<Map<import("./record-store.js").Name<Value>, Value>>}
   */
  async list(prefix) {
    const records = this.#database.transaction(table).objectStore(table);
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const [names, values] = await Promise.all([
      result(records.getAllKeys(range)), result(records.getAll(range)),
    ]);
    return new Map(names.map((name, index) => [String(name), values[index]]));
  }

  /**
   * Reads that many records and no more, however many there are.
   *
   * @template Value
   * @param {import("./record-store.js").Name<Value>} prefix
   * @param {import("./record-store.js").Page} page
   * @returns {Promise<[import("./record-store.js").Name<Value>, Value][]>}
   */
  page(prefix, { before = `${prefix}\uffff`, limit }) {
    const records = this.#database.transaction(table).objectStore(table);
    const request = records.openCursor(IDBKeyRange.bound(prefix, before, false, true), "prev");
    /** @type {[string, Value][]} */
    const found = [];
    return new Promise((resolve, reject) => {
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const cursor = request.result;
        if (cursor) found.push([String(cursor.key), cursor.value]);
        if (cursor && found.length < limit) cursor.continue();
        else resolve(found);
      };
    });
  }

  /** Forgets everything. */
  async clear() {
    const transaction = this.#database.transaction(table, "readwrite", { durability: "strict" });
    transaction.objectStore(table).clear();
    await completion(transaction);
  }

  close() {
    this.#database.close();
  }
}

/**
 * @template Value
 * @param {IDBRequest<Value>} request
 * @returns {Promise<Value>}
 */
const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * @param {IDBTransaction} transaction
 * @returns {Promise<void>}
 */
const completion = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("transaction aborted"));
  });
