import { RemoteApp } from "./remote-app.js";
import { WindowTalk } from "./window-talk.js";

/** Milliseconds between looks at the window. */
const pause = 250;

/**
 * The messenger's way to an app that no page is open of: its page `/actions`, opened in a person's
 * click (docs/decisions/0012-bridge.md). There the signed-in owner is asked before anything
 * changes, so actions have more time than usual.
 */
export class AppActions {
  #window;
  /** @type {WindowTalk} */
  #talk;
  #timer = 0;
  /** @type {(app: RemoteApp | undefined) => void} */
  #arrive = () => {};

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
    const features = "popup,width=480,height=640";
    this.#window = own.open(`${origin}/actions`, `grove-actions ${origin}`, features);
    /** The browser refused to open a window: say so, and try again by a click. */
    this.isBlocked = !this.#window;
    this.#talk = new WindowTalk({
      own, other: () => this.#window, isExpected: (from) => from === origin,
      heard: (message) => {
        if (message.type === "ready") this.#arrived();
        else this.app.hear(message);
      },
    });
    /** @type {RemoteApp} */
    this.app = new RemoteApp({
      origin, name: new URL(origin).hostname, timeLimit,
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
  }

  /** Closes the app's window; what it has not answered is lost. */
  close() {
    clearTimeout(this.#timer);
    this.#window?.close();
    this.#talk.stop();
    this.app.lose();
    this.#arrive(undefined);
  }

  /** @param {number} until */
  #greet(until) {
    if (Date.now() > until || this.#window?.closed) return this.close();
    this.#talk.say(this.origin, "hello");
    this.#timer = Number(setTimeout(() => this.#greet(until), pause));
  }

  #arrived() {
    clearTimeout(this.#timer);
    this.#arrive(this.app);
  }
}
