import { fromBase64URL, randomID, toBase64URL } from "../log/base64url.js";

/**
 * @typedef {object} Waiting
 * @property {string} updateID names it to the server: sent twice, it counts once
 * @property {"edit" | "comment"} kind
 * @property {string} data base64url
 * @property {string[]} [mentions] the identities that a comment names: the server tells them
 *
 * @typedef {object} TextStore as the browser's `localStorage` is one
 * @property {(name: string) => string | null} getItem
 * @property {(name: string, value: string) => void} setItem
 * @property {(name: string) => void} removeItem
 * @property {number} length
 * @property {(index: number) => string | null} key
 */

/** Half of what one update may hold: two that are merged still fit. */
const mergeBelow = 600_000;

/**
 * What one page wants to have in a document's log and is not there yet, in order. It is written down
 * before it is sent, so that it outlives the page; whoever opens the document next sends it.
 */
export class Outbox {
  #store;
  #name;
  #newID;
  /** @type {Waiting[]} */
  #waiting = [];
  /** Those that may have reached the server must stay as they are. @type {Set<string>} */
  #tried = new Set();

  /**
   * @param {TextStore} store
   * @param {string} place of the account's document
   * @param {() => string} [newID]
   */
  constructor(store, place, newID = randomID) {
    this.#store = store;
    this.#newID = newID;
    this.#name = `${place}.${newID()}`;
    for (const name of namesIn(store, `${place}.`)) {
      const left = read(store.getItem(name));
      for (const waiting of left) this.#tried.add(waiting.updateID);
      this.#waiting.push(...left);
      store.removeItem(name);
    }
    this.#keep();
  }

  /** @returns {readonly Waiting[]} */
  get waiting() {
    return this.#waiting;
  }

  /** @returns {Waiting | undefined} what to send now; from now on it stays as it is */
  next() {
    const [first] = this.#waiting;
    if (first) this.#tried.add(first.updateID);
    return first;
  }

  /**
   * @param {"edit" | "comment"} kind
   * @param {Uint8Array} bytes
   * @param {{ merge?: (first: Uint8Array, second: Uint8Array) => Uint8Array | undefined, mentions?: string[] }} more
   *   `merge`: edits that wait behind each other
   * @returns {string} its identifier
   */
  add(kind, bytes, { merge, mentions = [] } = {}) {
    const last = this.#waiting.at(-1);
    let data = toBase64URL(bytes);
    const mayMerge = last?.kind === "edit" && kind === "edit" && !this.#tried.has(last.updateID)
      && last.data.length + data.length < mergeBelow;
    const merged = mayMerge ? merge?.(fromBase64URL(last.data), bytes) : undefined;
    if (merged) {
      this.#waiting.pop();
      data = toBase64URL(merged);
    }
    const updateID = this.#newID();
    this.#waiting.push({ updateID, kind, data, ...(mentions.length > 0 && { mentions }) });
    this.#keep();
    return updateID;
  }

  /** @param {string} updateID it is in the log, or never will be */
  done(updateID) {
    this.#waiting = this.#waiting.filter((one) => one.updateID !== updateID);
    this.#keep();
  }

  clear() {
    this.#waiting = [];
    this.#keep();
  }

  #keep() {
    try {
      if (this.#waiting.length === 0) this.#store.removeItem(this.#name);
      else this.#store.setItem(this.#name, JSON.stringify(this.#waiting));
    } catch {
      // A full store: it still waits in memory and is sent from there.
    }
  }
}

/** @param {TextStore} store @param {string} prefix */
function namesIn(store, prefix) {
  const names = [];
  for (let index = 0; index < store.length; index += 1) names.push(store.key(index) ?? "");
  return names.filter((name) => name.startsWith(prefix));
}

/** @param {string | null} text @returns {Waiting[]} */
function read(text) {
  try {
    const found = JSON.parse(text ?? "[]");
    return found.filter((/** @type {Waiting} */ { updateID, data, kind }) =>
      typeof updateID === "string" && typeof data === "string" && typeof kind === "string");
  } catch {
    return [];
  }
}
