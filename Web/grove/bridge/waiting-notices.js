import { noticeKinds } from "../message/content/notice-kinds.js";
import { MessengerWindow } from "./messenger-window.js";

/**
 * @typedef {import("../message/content/notice-kinds.js").NoticeKind} NoticeKind
 *
 * A notice as the bridge carries it (protocol 12.4).
 *
 * @typedef {object} WaitingNotice
 * @property {string} collaborationID
 * @property {string} noticeID 16 bytes, base64url
 * @property {number} event
 * @property {number} trigger
 * @property {string} at milliseconds, decimal text
 * @property {string} [root] the mentioned identity, or who was removed
 * @property {string} [title] what a renamed document is called now
 * @property {object} [attestation] the server's word, about exactly this identifier and time
 */

const maximum = 64;
const week = 7 * 86_400_000;

/**
 * Notices of an app's page that no messenger was open for. A page cannot reach a messenger that the
 * person has not opened (docs/decisions/0012-bridge.md), so what happens meanwhile is kept here,
 * few and in this browser only, and handed over the next time a messenger window is open.
 */
export class WaitingNotices {
  #storage;
  #name;
  /** @type {Promise<{ told: number, refused: string[] }> | undefined} */
  #delivering;

  /**
   * @param {string} account the app account: what one wrote is never told by another
   * @param {Storage} [storage]
   */
  constructor(account, storage = localStorage) {
    this.#storage = storage;
    this.#name = `grove-notices ${account}`;
  }

  /**
   * Makes a notice of now.
   *
   * @param {string} collaborationID
   * @param {import("../message/content/notice-kinds.js").NoticeKind} kind
   * @param {{ root?: string, title?: string, now?: number }} options
   * @returns {WaitingNotice}
   */
  static notice(collaborationID, kind, { root, title, now = Date.now() } = {}) {
    const random = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)));
    const noticeID = btoa(random).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
    return { collaborationID, noticeID, ...noticeKinds[kind], at: String(now), root, title };
  }

  /** @returns {WaitingNotice[]} oldest first */
  get all() {
    try {
      const stored = JSON.parse(this.#storage.getItem(this.#name) ?? "[]");
      const oldest = Date.now() - week;
      return Array.isArray(stored) ? stored.filter(({ at }) => Number(at) > oldest) : [];
    } catch {
      return [];
    }
  }

  /**
   * Tells it now where a messenger window is open; keeps it otherwise. The same thing done again
   * takes the place of what waits; mentions never do.
   *
   * @param {WaitingNotice} notice
   * @returns {Promise<"told" | "kept" | "refused">} `kept`: say so, and offer `deliver` by a click
   */
  async post(notice) {
    const isRepeated = (/** @type {WaitingNotice} */ other) =>
      !other.root && !notice.root && other.collaborationID === notice.collaborationID &&
      other.event === notice.event && other.trigger === notice.trigger;
    this.#keep([...this.all.filter((other) => !isRepeated(other)), notice].slice(-maximum));
    const { refused } = await this.deliver(MessengerWindow.current);
    if (refused.includes(notice.noticeID)) return "refused";
    return this.all.some(({ noticeID }) => noticeID === notice.noticeID) ? "kept" : "told";
  }

  /**
   * Hands over what waits. Recipients know a notice by its identifier, so one that is handed over
   * twice is shown once.
   *
   * @param {MessengerWindow | undefined} messenger
   * @returns {Promise<{ told: number, refused: string[] }>} identifiers of those the messenger will
   *   not tell; they are gone too
   */
  async deliver(messenger) {
    // One after the other: what is handed over by one call need not be by another.
    await this.#delivering;
    this.#delivering = this.#handOver(messenger);
    return this.#delivering;
  }

  /** @param {MessengerWindow | undefined} messenger */
  async #handOver(messenger) {
    let told = 0;
    /** @type {string[]} */
    const refused = [];
    for (const notice of messenger?.isOpen ? this.all : []) {
      const result = await /** @type {MessengerWindow} */ (messenger).postNotice(notice);
      const isOver = result.ok || result.reason === "refused";
      if (!isOver) break;
      if (result.ok) told += 1;
      else refused.push(notice.noticeID);
      this.#keep(this.all.filter(({ noticeID }) => noticeID !== notice.noticeID));
    }
    return { told, refused };
  }

  /** @param {WaitingNotice[]} notices */
  #keep(notices) {
    try {
      this.#storage.setItem(this.#name, JSON.stringify(notices));
    } catch {
      // A browser that stores nothing for this page keeps nothing; the banner is all that is lost.
    }
  }
}
