import { newestLines as key } from "./local-storage-keys.js";

/** @typedef {import("./conversation-list.js").Line} Line */

/**
 * The newest news that each conversation's row has shown. What is told of documents goes once it is read; it has happened
 * all the same, and the row says so until something newer happens.
 */
export class NewestLines {
  /** @type {Map<string, Line>} */
  #lines;
  #storage;

  /** @param {Pick<Storage, "getItem" | "setItem">} storage this browser's: its other tabs, and the page loaded anew, say the same */
  constructor(storage) {
    this.#storage = storage;
    this.#lines = read(storage);
  }

  /** @param {string} conversationID @param {Line} line the newest that is there still @returns {Line} that, or what was later */
  newest(conversationID, line) {
    const known = this.#lines.get(conversationID);
    return known && known.at > line.at ? known : line;
  }

  /**
   * What the rows show now. Conversations that are gone are forgotten, and what is older than what their rows show.
   *
   * @param {[conversationID: string, line: Line][]} rows all there are
   */
  note(rows) {
    const before = JSON.stringify([...this.#lines]);
    const stored = read(this.#storage);
    this.#lines = new Map(rows.flatMap(([id, line]) => {
      const told = [this.#lines.get(id), stored.get(id), line.isNews && line].filter((one) => one ? one.at >= line.at : false);
      const [newest] = /** @type {Line[]} */ (told).sort((one, other) => other.at - one.at);
      return newest ? [[id, { text: newest.text, of: newest.of, at: newest.at }]] : [];
    }));
    const now = JSON.stringify([...this.#lines]);
    if (now === before) return;
    try {
      this.#storage.setItem(key, now);
    } catch {
      // A full store: it holds for as long as this page is open.
    }
  }
}

/** @param {Pick<Storage, "getItem">} storage @returns {Map<string, Line>} nothing where it was not written here */
function read(storage) {
  try {
    const known = JSON.parse(storage.getItem(key) ?? "[]");
    return new Map(known.filter((/** @type {[unknown, Partial<Line>]} */ [id, { text, of = "", at }]) =>
      [id, text, of].every((one) => typeof one === "string") && Number.isFinite(at)));
  } catch {
    return new Map();
  }
}
