import { newestTimes as key } from "./local-storage-keys.js";

/**
 * When the newest thing in each conversation was that its row has shown. What is told of documents goes once it is read,
 * and its time would go with it: the conversation would seem to be of before.
 */
export class NewestTimes {
  /** @type {Map<string, number>} */
  #times;
  #storage;

  /** @param {Pick<Storage, "getItem" | "setItem">} storage this browser's: its other tabs, and the page loaded anew, say the same */
  constructor(storage) {
    this.#storage = storage;
    this.#times = read(storage);
  }

  /** @param {{ conversationID: string }} conversation @param {number} at @returns {number} that time, or what was later */
  of({ conversationID }, at) {
    return Math.max(at, this.#times.get(conversationID) ?? at);
  }

  /**
   * What the rows show now. Conversations that are gone are forgotten.
   *
   * @param {[conversationID: string, at: number][]} rows all there are
   */
  note(rows) {
    const before = JSON.stringify([...this.#times]);
    const stored = read(this.#storage);
    this.#times = new Map(rows.map(([id, at]) => [id, Math.max(at, this.#times.get(id) ?? 0, stored.get(id) ?? 0)]));
    const now = JSON.stringify([...this.#times]);
    if (now === before) return;
    try {
      this.#storage.setItem(key, now);
    } catch {
      // A full store: it holds for as long as this page is open.
    }
  }
}

/** @param {Pick<Storage, "getItem">} storage @returns {Map<string, number>} nothing where it was not written here */
function read(storage) {
  try {
    const known = JSON.parse(storage.getItem(key) ?? "[]");
    return new Map(known.filter((/** @type {unknown[]} */ [id, at]) => typeof id === "string" && Number.isFinite(at)));
  } catch {
    return new Map();
  }
}
