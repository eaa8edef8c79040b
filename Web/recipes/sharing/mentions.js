import { MessengerWindow } from "../../grove/bridge/messenger-window.js";
import { WaitingNotices } from "../../grove/bridge/waiting-notices.js";
import { textStore } from "../session/text-store.js";

/**
 * Tells the people whom somebody has mentioned, through this person's messenger: it alone knows them. Everything else
 * the app's server tells by itself (protocol 12.8). Where the browser opens no messenger it waits.
 *
 * Event `change`: what waits has changed.
 */
export class Mentions extends EventTarget {
  #app;
  #waiting;

  /** @param {import("../app.js").App} app */
  constructor(app) {
    super();
    this.#app = app;
    const store = /** @type {Storage} */ (textStore);
    this.#waiting = new WaitingNotices(app.me.account, store);
  }

  /** @param {string} collaborationID @returns {number} how many wait for it */
  waitingFor(collaborationID) {
    return this.#waiting.all.filter((notice) => notice.collaborationID === collaborationID).length;
  }

  /**
   * @param {string} collaborationID
   * @param {string} root of the one who is mentioned
   */
  async #post(collaborationID, root) {
    const notice = WaitingNotices.notice(collaborationID, "mention", { root });
    const { noticeID, event, trigger, at } = notice;
    // The server's word that it is true; where there is none, the messenger says that the app says so.
    const attestation = await this.#app.server
      .attestNotice(collaborationID, { noticeID, event, trigger, at }).catch(() => undefined);
    await this.#waiting.post({ ...notice, attestation });
    this.dispatchEvent(new Event("change"));
  }

  /** Hands over what waits. @param {MessengerWindow | undefined} messenger */
  async deliver(messenger = MessengerWindow.current) {
    await this.#waiting.deliver(messenger);
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Opens the messenger in a click, to hand over what waits, and closes it.
   *
   * @param {{ collaborationID: string, roots: string[], saved: Promise<unknown> }} [mention] what is told too, once the
   *   comment is saved
   * @returns {Promise<boolean>} false where the browser opened no window
   */
  async tell(mention) {
    const open = MessengerWindow.current;
    const messenger = open ?? MessengerWindow.open(this.#app.config.messengerOrigin, "/prove");
    if (mention) {
      await mention.saved;
      for (const root of mention.roots) await this.#post(mention.collaborationID, root);
    }
    await this.deliver(messenger);
    if (!open) messenger.close();
    return !messenger.isBlocked;
  }
}
