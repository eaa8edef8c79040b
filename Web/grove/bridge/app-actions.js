import { RemoteApp } from "./remote-app.js";
import { WindowChannel } from "./window-channel.js";

/** Milliseconds between greetings, before its page is there and afterwards. */
const pause = 250;
const longPause = 1000;

/**
 * The messenger's way to an app that no page is open of: its page `/actions`, opened in a person's
 * click (docs/decisions/0012-bridge.md). There the signed-in owner is asked before anything
 * changes, so actions have more time than usual.
 */
export class AppActions {
  #window;
  /** @type {WindowChannel} */
  #talk;
  #timer = 0;
  /** @type {(app: RemoteApp | undefined) => void} */
  #arrive = () => {};
  #own;
  /**
   * The app's page as it is loaded now.
   *
   * @type {unknown}
   */
  #page;

  /**
   * Call it in a click or a key press.
   *
   * @param {string} origin the app's: the audience of what is to be changed
   * @param {{ own?: Window, timeLimit?: number, patience?: number }} options `timeLimit`: seconds
   *   the owner has for each action; `patience`: milliseconds until an app that does not answer is
   *   given up
   */
  constructor(origin, { own = window, timeLimit = 120, patience = 20_000 } = {}) {
    this.origin = origin;
    this.#own = own;
    const features = "popup,width=480,height=640";
    this.#window = own.open(`${origin}/actions`, `grove-actions ${origin}`, features);
    /** The browser refused to open a window: say so, and try again by a click. */
    this.isBlocked = !this.#window;
    this.#talk = this.#talkWith(own);
    /** @type {RemoteApp} */
    this.app = new RemoteApp({
      origin, name: new URL(origin).hostname, timeLimit, asksItsOwner: true,
      say: (type, action, id) => this.#talk.say(origin, type, action, id),
      isLost: () => !this.#window || this.#window.closed,
    });
    /**
     * The app, once its page is there: register it, and send or apply. Nothing where it was
     * blocked, closed, or did not come.
     * @type {Promise<RemoteApp | undefined>}
     */
    this.ready = new Promise((resolve) => (this.#arrive = resolve));
    if (this.isBlocked) this.#arrive(undefined);
    else this.#greet(Date.now() + patience);
    own.addEventListener("pagehide", this.#withdraw);
  }

  /** @param {Window} own */
  #talkWith(own) {
    return new WindowChannel({
      own, other: () => this.#window, isExpected: (from) => from === this.origin,
      heard: (message) => {
        if (message.type === "ready") this.#arrived(message.page);
        else this.app.hear(message);
      },
    });
  }

  /** This page goes, and nobody would hear the answer. */
  #withdraw = () => this.app.withdraw();

  /**
   * What the app has not answered is withdrawn and lost. Its window is closed, unless it tells the
   * person that something was withdrawn.
   */
  close() {
    clearTimeout(this.#timer);
    this.#own.removeEventListener("pagehide", this.#withdraw);
    this.app.withdraw();
    if (!this.app.hasWithdrawn) this.#window?.close();
    this.#talk.stop();
    this.app.lose();
    this.#arrive(undefined);
  }

  /** @param {number} until */
  #greet(until) {
    if (this.#window?.closed || (!this.#page && Date.now() > until)) return this.close();
    this.#talk.say(this.origin, "hello");
    this.#timer = Number(setTimeout(() => this.#greet(until), this.#page ? longPause : pause));
  }

  /** @param {unknown} page */
  #arrived(page) {
    if (page === this.#page) return;
    if (this.#page) this.app.repeat();
    this.#page = page;
    this.#arrive(this.app);
  }
}
