import { MessengerWindow } from "../../grove/bridge/messenger-window.js";
import { WaitingNotices } from "../../grove/bridge/waiting-notices.js";
import { textStore } from "../session/text-store.js";

/** @typedef {import("../../grove/bridge/waiting-notices.js").NoticeKind} NoticeKind */

/**
 * Tells the conversation, through this person's messenger, what the app's server cannot: whom they mention, and what
 * concerns those whom the server tells nothing (a new name, for the person's own messenger; that somebody was removed,
 * for them, whose address goes with it). Everything else the server tells by itself (protocol 12.8). Where no messenger
 * is open it waits.
 *
 * Event `change`: what waits has changed.
 */
export class Notices extends EventTarget {
  #app;
  #isKnown;
  #waiting;

  /**
   * @param {import("../app.js").App} app
   * @param {() => boolean} isKnown whether this account has an identity in the collaboration: else
   *   the server vouches for nothing
   */
  constructor(app, isKnown) {
    super();
    this.#app = app;
    this.#isKnown = isKnown;
    const store = /** @type {Storage} */ (textStore);
    this.#waiting = new WaitingNotices(app.me.account, store);
  }

  /** @param {string} collaborationID @returns {number} how much waits for it */
  waitingFor(collaborationID) {
    return this.#waiting.all.filter((notice) => notice.collaborationID === collaborationID).length;
  }

  /**
   * @param {string} collaborationID
   * @param {NoticeKind} kind
   * @param {{ root?: string, title?: string }} [about] `root`: whom a mention names, who was removed; `title`: what
   *   it is called now
   */
  async post(collaborationID, kind, about = {}) {
    const notice = WaitingNotices.notice(collaborationID, kind, about);
    // The server's word that it is true; without it some kinds are not believed.
    const attestation = this.#isKnown() ? await this.#attestation(notice) : undefined;
    await this.#waiting.post({ ...notice, attestation });
    this.dispatchEvent(new Event("change"));
  }

  /** @param {import("../../grove/bridge/waiting-notices.js").WaitingNotice} notice */
  async #attestation({ collaborationID, noticeID, event, trigger, at }) {
    try {
      return await this.#app.server.attestNotice(
        collaborationID, { noticeID, event, trigger, at });
    } catch {
      return undefined;
    }
  }

  /** Hands over what waits. @param {MessengerWindow | undefined} messenger */
  async deliver(messenger = MessengerWindow.current) {
    const { told } = await this.#waiting.deliver(messenger);
    this.dispatchEvent(new Event("change"));
    return told;
  }

  /**
   * Opens the messenger in a click, to hand over what waits and what `more` adds, and closes it.
   *
   * @param {() => Promise<unknown>} [more]
   * @returns {Promise<boolean>} false where the browser opened no window
   */
  async tellNow(more = async () => {}) {
    const open = MessengerWindow.current;
    const messenger = open ?? MessengerWindow.open(this.#app.config.messengerOrigin, "/prove");
    await more();
    await this.deliver(messenger);
    if (!open) messenger.close();
    return !messenger.isBlocked;
  }
}
