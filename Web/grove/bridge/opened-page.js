import { OpenerApp } from "./opener-app.js";
import { WindowChannel } from "./window-channel.js";

/** Milliseconds between greetings, until the app's page is there. */
const pause = 100;

/**
 * A document that is opened from the messenger, in a window of its own in which its app's owner can be asked afterwards
 * (docs/decisions/0012-bridge.md). A link alone leads to a page that is cut off from whoever opened it; so the app's page
 * `/actions` is opened, which is not, and asked to become the document's. An app whose page does not offer that
 * is led on to the link, and is asked in a window more, as ever.
 */
export class OpenedPage {
  /** @type {string} */
  #origin;
  /** @type {string} */
  #link;
  /** @type {Window} */
  #own;
  #window;
  /** @type {WindowChannel} */
  #talk;
  #opener;
  #timer = 0;
  #isAsked = false;

  /**
   * Call it in a click.
   *
   * @param {string} origin the app's, which the person has let in
   * @param {string} link of one of its documents
   * @param {object} place
   * @param {(app: import("./remote-app.js").RemoteApp) => void} place.came it can be asked in that page
   * @param {(app: import("./remote-app.js").RemoteApp) => void} place.went
   * @param {Window} [place.own]
   * @param {number} [place.patience] milliseconds until an app that does not answer is led on to the link
   */
  constructor(origin, link, { came, went, own = window, patience = 4000 }) {
    this.#origin = origin;
    this.#link = link;
    this.#own = own;
    this.#window = own.open(`${origin}/actions#collab-open`, "_blank");
    /** The browser refused to open a window: a link may still open one. */
    this.isBlocked = !this.#window;
    this.#talk = new WindowChannel({
      own, other: () => this.#window, isExpected: (from) => from === origin, heard: (message) => this.#heard(message),
    });
    this.#opener = new OpenerApp({
      came, went, isGone: () => this.#isGone, show: () => this.#window?.focus(),
      say: (to, type, members, id) => this.#isGone ? this.stop() : this.#talk.say(to, type, members, id),
    });
    own.addEventListener("pagehide", this.#withdraw);
    if (this.isBlocked) this.stop();
    else this.#greet(Date.now() + patience);
  }

  /** Closed, or cut off because another page stands in it now. */
  get #isGone() {
    return !this.#window || this.#window.closed;
  }

  /** This page goes, and nobody would hear the answer. */
  #withdraw = () => this.#opener.app?.withdraw();

  stop() {
    clearTimeout(this.#timer);
    this.#own.removeEventListener("pagehide", this.#withdraw);
    this.#opener.stop();
    this.#talk.stop();
  }

  /** @param {number} until */
  #greet(until) {
    if (this.#isGone) return this.stop();
    if (Date.now() > until) return this.#leadOn();
    this.#talk.say(this.#origin, "hello");
    this.#timer = Number(setTimeout(() => this.#greet(until), pause));
  }

  /** @param {import("./window-channel.js").Message} message @returns {void} */
  #heard(message) {
    const { type } = message;
    if (type === "ready" && !this.#isAsked) {
      if (message.opens !== true) return this.#leadOn();
      this.#isAsked = true;
      return this.#talk.say(this.#origin, "open", { link: this.#link });
    }
    if (type !== "open.result") return void this.#opener.hear(this.#origin, message);
    clearTimeout(this.#timer);
    if (message.ok !== true) return this.#leadOn();
    this.#opener.greeted(this.#origin);
  }

  /** As a click on the link itself would. */
  #leadOn() {
    if (this.#window) this.#window.location.replace(this.#link);
    this.stop();
  }
}
