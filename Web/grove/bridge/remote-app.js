/** @typedef {import("../sharing/sharing.js").CollaborationApp} CollaborationApp */

/** How often it is asked whether the app's window is still there, in milliseconds. */
const pause = 500;

/** The app's window was closed before it answered: what it did is not known. */
export class AppLost extends Error {}

/**
 * An app in another window, as the sharing side knows one: each action is a message, and its result
 * is one.
 *
 * @implements {CollaborationApp}
 */
export class RemoteApp {
  #say;
  #isLost;
  /** @type {Map<string, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #watch;

  /**
   * @param {object} app
   * @param {string} app.origin
   * @param {string} app.name shown to the person beside the origin; the app's word
   * @param {number} [app.timeLimit] seconds for an action, where it is not the usual one
   * @param {(type: string, members: object, id: string) => void} app.say to its window
   * @param {() => boolean} app.isLost its window has gone
   */
  constructor({ origin, name, timeLimit, say, isLost }) {
    this.origin = origin;
    this.name = name;
    this.timeLimit = timeLimit;
    this.#say = say;
    this.#isLost = isLost;
  }

  /** @param {import("../sharing/sharing.js").StartAction} action @returns {Promise<any>} */
  start(action) {
    return this.#ask("start", action);
  }

  /** @param {import("../sharing/sharing.js").ParticipantsAction} action @returns {Promise<any>} */
  updateParticipants(action) {
    return this.#ask("participants", action);
  }

  /** @param {import("../sharing/sharing.js").ShareCancellation} action @returns {Promise<any>} */
  shareCancelled(action) {
    return this.#ask("cancelled", action);
  }

  /**
   * @param {import("./window-talk.js").Message} message
   * @returns {boolean} whether it answers one of this app's actions
   */
  hear({ type, id, ...result }) {
    const waiting = this.#waiting.get(id);
    if (!waiting || !type.endsWith(".result")) return false;
    this.#waiting.delete(id);
    waiting.resolve(read(result));
    return true;
  }

  /** Nobody answers any more. */
  lose() {
    clearInterval(this.#watch);
    this.#watch = undefined;
    for (const { reject } of this.#waiting.values()) reject(new AppLost("the app's window closed"));
    this.#waiting.clear();
  }

  /**
   * @param {string} type
   * @param {object} action
   * @returns {Promise<any>}
   * @throws {AppLost}
   */
  #ask(type, action) {
    return new Promise((resolve, reject) => {
      if (this.#isLost()) return reject(new AppLost("the app's window closed"));
      const id = crypto.randomUUID();
      this.#waiting.set(id, { resolve, reject });
      this.#say(type, action, id);
      this.#watch ??= setInterval(() => this.#isLost() && this.lose(), pause);
    });
  }
}

/**
 * Only what is asked for, in the form it is asked for.
 *
 * @param {Record<string, unknown>} result
 */
function read({ ok, link, collaborationID, epoch, reason }) {
  const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : undefined);
  if (ok !== true) return { ok: false, reason: (text(reason) ?? "").slice(0, 500) };
  return { ok: true, link: text(link), collaborationID: text(collaborationID), epoch: text(epoch) };
}
