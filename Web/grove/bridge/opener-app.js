import { RemoteApp } from "./remote-app.js";

/** Milliseconds between greetings. */
const pause = 2000;
/** Greetings without an answer, after which the app's page is taken for gone. */
const patience = 3;
/** Seconds its owner has for each action. */
const timeLimit = 120;

/**
 * The page of an app that opened this window, or was opened from it, and is there to be asked
 * (docs/decisions/0012-bridge.md): where it answers greetings, what its owner has to agree to is asked in that page, and
 * no window of its own is opened.
 */
export class OpenerApp {
  #place;
  #origin = "";
  /** @type {unknown} */
  #page;
  #unanswered = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  /** @type {RemoteApp | undefined} */
  app;

  /**
   * @param {object} place
   * @param {(origin: string, type: string, members: object, id?: string) => void} place.say to its window
   * @param {() => boolean} place.isGone its window
   * @param {() => void} place.show brings its window to the front, where the browser lets it
   * @param {(app: RemoteApp) => void} place.came
   * @param {(app: RemoteApp) => void} place.went
   */
  constructor(place) {
    this.#place = place;
  }

  /**
   * Its page talks.
   *
   * @param {string} origin as the browser says
   */
  greeted(origin) {
    if (origin !== this.#origin) this.#lose();
    this.#origin = origin;
    if (this.#timer) return;
    this.#timer = setInterval(() => this.#greet(), pause);
    this.#greet();
  }

  /** @param {string} origin @param {import("./window-channel.js").Message} message @returns {boolean} whether it was for this */
  hear(origin, message) {
    if (origin !== this.#origin) return false;
    if (message.type !== "ready") return this.app?.hear(message) ?? false;
    this.#unanswered = 0;
    if (this.app && message.page !== this.#page) this.app.repeat();
    this.#page = message.page;
    if (!this.app) this.#come();
    if (this.app) this.app.shows = typeof message.shows === "string" ? message.shows : undefined;
    return true;
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.app?.withdraw();
    this.#lose();
  }

  #come() {
    const { say, isGone, came, show } = this.#place;
    const origin = this.#origin;
    this.app = new RemoteApp({
      origin, name: new URL(origin).hostname, timeLimit, asksItsOwner: true,
      say: (type, action, id) => say(origin, type, action, id), isLost: isGone, show,
    });
    came(this.app);
  }

  #greet() {
    if (this.#place.isGone() || this.#unanswered >= patience) this.#lose();
    this.#unanswered += 1;
    this.#place.say(this.#origin, "hello", {});
  }

  #lose() {
    const { app } = this;
    this.app = undefined;
    if (!app) return;
    // A page that is only frozen finds it behind the question, once it goes on.
    app.withdraw();
    app.lose();
    this.#place.went(app);
  }
}
