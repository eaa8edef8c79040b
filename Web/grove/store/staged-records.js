import { SignedStatement } from "../message/signed-statement.js";
import { StatementChain } from "../message/statement-chain.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { byName } from "./record-store.js";

/**
 * @typedef {import("./record-store.js").RecordStore} RecordStore
 * @typedef {import("../rules/model/records.js").Records} Records
 */

/**
 * Verified in this tab, by the newest statement's hash, which stands for the whole history.
 *
 * @type {Map<string, StatementChain>}
 */
const chains = new Map();

/** Thrown by a reader that has to fetch something first. It never leaves this module. */
class NotFetched extends Error {
  /** @param {() => Promise<void>} fetch */
  constructor(fetch) {
    super("a rule may not catch what its reader throws");
    this.fetch = fetch;
  }
}

/**
 * Records as they will be when a decision is over: what was put is read back, and written by nobody
 * but the holder of the device's lock, all of it in one transaction.
 *
 * @implements {Records}
 */
export class StagedRecords {
  #store;
  /** @type {Map<string, unknown>} */
  #fetched = new Map();
  /** @type {Map<string, Map<string, unknown>>} */
  #lists = new Map();
  /** @type {{ value: unknown }[]} */
  #answers = [];
  #asked = 0;
  /**
   * What was put.
   *
   * @type {Map<string, unknown>}
   */
  changes = new Map();

  /** @param {Pick<RecordStore, "get" | "list">} store */
  constructor(store) {
    this.#store = store;
  }

  /**
   * Runs a rule until everything it reads is there. It begins anew each time, with nothing written.
   *
   * @template Value
   * @param {(records: StagedRecords) => Value} rule
   * @returns {Promise<Value>}
   */
  async decide(rule) {
    const before = new Map(this.changes);
    for (;;) {
      this.changes = new Map(before);
      this.#asked = 0;
      try {
        return await rule(this);
      } catch (error) {
        if (!(error instanceof NotFetched)) throw error;
        await error.fetch();
      }
    }
  }

  /**
   * @template Value
   * @param {import("../rules/model/records.js").Name<Value>} name
   * @returns {Value | undefined}
   */
  get(name) {
    const value = this.changes.has(name) ? this.changes.get(name) : this.#stored(name);
    return /** @type {Value | undefined} */ (value);
  }

  /** @param {string} name */
  #stored(name) {
    for (const [beginning, list] of this.#lists) {
      if (name.startsWith(beginning)) return list.get(name);
    }
    if (this.#fetched.has(name)) return this.#fetched.get(name);
    throw new NotFetched(async () => void this.#fetched.set(name, await this.#store.get(name)));
  }

  /**
   * @template Value
   * @param {import("../rules/model/records.js").Name<Value>} name
   * @param {Value | undefined} value `undefined` deletes
   */
  put(name, value) {
    this.changes.set(name, value);
  }

  /**
   * @template Value
   * @param {import("../rules/model/records.js").Name<Value>} beginning
   * @returns {Map<import("../rules/model/records.js").Name<Value>, Value>}
   */
  list(beginning) {
    const list = this.#lists.get(beginning);
    if (!list) {
      throw new NotFetched(async () =>
        void this.#lists.set(beginning, await this.#store.list(beginning)));
    }
    const all = new Map(list);
    for (const [name, value] of this.changes) {
      if (!name.startsWith(beginning)) continue;
      if (value === undefined) all.delete(name);
      else all.set(name, value);
    }
    const sorted = new Map([...all].sort(byName));
    return /** @type {Map<import("../rules/model/records.js").Name<Value>, Value>} */ (sorted);
  }

  /**
   * @param {import("../rules/model/known-account.js").StoredAccount} account
   * @returns {StatementChain}
   */
  chain({ newest, statements }) {
    const known = chains.get(newest);
    if (known) return known;
    throw new NotFetched(async () => {
      const answer = await StatementChain.verify(statements.map(SignedStatement.fromJSON));
      if (!answer.ok) throw new MessengerError("store_unavailable", "a stored device list is broken");
      chains.set(newest, answer.value);
    });
  }

  /**
   * @template Value
   * @param {() => Promise<Value>} work
   * @returns {Value}
   */
  ask(work) {
    const place = this.#asked;
    this.#asked += 1;
    const known = this.#answers[place];
    if (known) return /** @type {Value} */ (known.value);
    throw new NotFetched(async () => {
      this.#answers[place] = { value: await work() };
    });
  }
}

/**
 * What a rule finds, where nothing is to be written.
 *
 * @template Value
 * @param {Pick<RecordStore, "get" | "list">} store
 * @param {(records: import("../rules/model/records.js").Reader) => Value} rule
 * @returns {Promise<Value>}
 */
export const looked = (store, rule) => new StagedRecords(store).decide(rule);
