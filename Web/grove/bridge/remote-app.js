/** @typedef {import("../rules/model/sharing-types.js").CollaborationApp} CollaborationApp */

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
  /** @type {Map<string, Waiting>} */
  #waiting = new Map();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #watch;
  #hasTakenBack = false;
  /** How many actions it was asked for. */
  asked = 0;
  /**
   * Which collaboration's document its page shows, as that says itself.
   *
   * @type {string | undefined}
   */
  shows;

  /**
   * @param {object} app
   * @param {string} app.origin
   * @param {string} app.name shown to the person beside the origin; the app's word
   * @param {number} [app.timeLimit] seconds for an action, where it is not the usual one
   * @param {boolean} [app.asksItsOwner] before it does anything, so that it can be withdrawn
   * @param {(type: string, members: object, id: string) => void} app.say to its window
   * @param {() => boolean} app.isLost its window has gone
   * @param {() => void} [app.show] brings its window to the front
   */
  constructor({ origin, name, timeLimit, asksItsOwner = false, say, isLost, show = () => {} }) {
    this.origin = origin;
    this.name = name;
    this.timeLimit = timeLimit;
    this.asksItsOwner = asksItsOwner;
    this.show = show;
    this.#say = say;
    this.#isLost = isLost;
  }

  /** @param {import("../rules/model/sharing-types.js").StartAction} action */
  start(action) {
    return this.#ask("start", action);
  }

  /** @param {import("../rules/model/sharing-types.js").ParticipantsAction} action */
  updateParticipants(action) {
    return this.#ask("participants", action);
  }

  /** @param {import("../rules/model/sharing-types.js").ShareCancellation} action */
  shareCancelled(action) {
    return this.#ask("cancelled", action);
  }

  /** @param {number} count documents, at least, about whose people it is asked in a moment: in one question where it can be */
  announce(count) {
    this.#say("awaited", { count }, crypto.randomUUID());
  }

  /** Its window has gone. */
  get isLost() {
    return this.#isLost();
  }

  /** Something was withdrawn in time, or nobody has said yet that it was not. */
  get hasWithdrawn() {
    return this.#hasTakenBack || [...this.#waiting.values()].some(({ isWithdrawn }) => isWithdrawn);
  }

  /**
   * @param {import("./window-channel.js").Message} message
   * @returns {boolean} whether it answers one of this app's actions
   */
  hear({ type, id, ...result }) {
    const waiting = this.#waiting.get(id);
    if (!waiting || !type.endsWith(".result")) return false;
    this.#waiting.delete(id);
    const answer = read(result);
    if (waiting.isWithdrawn && !answer.ok && answer.isUnchanged) this.#hasTakenBack = true;
    if (!answer.ok && waiting.isRepeated) answer.isUnchanged = undefined;
    waiting.resolve(answer);
    return true;
  }

  /**
   * The owner need not answer any more. Whether that came in time the action's own answer says:
   * carried out all the same, or `isUnchanged`.
   *
   * @param {string} [actionID] absent: everything that is not answered
   */
  withdraw(actionID) {
    for (const [id, waiting] of this.#waiting) {
      if (actionID !== undefined && waiting.action.actionID !== actionID) continue;
      waiting.isWithdrawn = true;
      this.#say("withdrawn", {}, id);
    }
  }

  /** Its page was loaded anew, and has forgotten what it was asked and what it has done of it. */
  repeat() {
    for (const [id, waiting] of this.#waiting) {
      waiting.isRepeated = true;
      if (!waiting.isWithdrawn) this.#say(waiting.type, waiting.action, id);
    }
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
   * @param {{ actionID: string }} action
   * @returns {Promise<AppAnswer>}
   * @throws {AppLost}
   */
  #ask(type, action) {
    return new Promise((resolve, reject) => {
      if (this.#isLost()) return reject(new AppLost("the app's window closed"));
      const id = crypto.randomUUID();
      this.#waiting.set(id, { type, action, resolve, reject });
      this.asked += 1;
      this.#say(type, action, id);
      this.#watch ??= setInterval(() => this.#isLost() && this.lose(), pause);
    });
  }
}

/**
 * @typedef {import("../rules/model/sharing-types.js").StartAnswer} AppAnswer
 *
 * @typedef {object} Waiting
 * @property {string} type
 * @property {{ actionID: string }} action
 * @property {(result: AppAnswer) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {boolean} [isWithdrawn]
 * @property {boolean} [isRepeated] what became of it the first time is not known
 */

/**
 * Only what is asked for, in the form it is asked for.
 *
 * @param {Record<string, unknown>} result
 * @returns {AppAnswer}
 */
function read({ ok, link, collaborationID, epoch, reason, isUnchanged }) {
  const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : undefined);
  if (ok !== true) {
    const words = (text(reason) ?? "").slice(0, 500);
    return { ok: false, reason: words, isUnchanged: isUnchanged === true || undefined };
  }
  return { ok: true, link: text(link), collaborationID: text(collaborationID), epoch: text(epoch) };
}
