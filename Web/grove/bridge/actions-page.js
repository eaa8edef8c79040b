/**
 * The app's page `/actions`: what a messenger opens, in its person's click, when it needs the app
 * and no page of it is open: a conversation's people changed, a share has to be taken back, a draft
 * is sent (docs/decisions/0012-bridge.md). The page is served without a cross-origin opener policy,
 * or there would be no opener to answer.
 */

import { carryOut, isAction } from "./action-handlers.js";
import { WindowChannel } from "./window-channel.js";

/** Actions that may wait at a time; more are refused at once. */
const maximumWaiting = 16;
/** In the life of a window: it remembers each, so that a repeated one is the same. */
const maximumTaken = 4096;

/**
 * Why a question went before it was answered: the messenger has taken it back, the time for it is
 * up, the messenger's page has gone. Nothing has been done then, and nothing will be.
 *
 * @typedef {"withdrawn" | "late" | "gone"} Over
 */

/** @type {Record<Over, string>} */
const reasons = {
  withdrawn: "It was withdrawn.", late: "It was not answered in time.", gone: "The messenger has gone.",
};

/** Milliseconds between looks whether the messenger is still there. */
const pause = 1000;

/**
 * What the signed-in owner is asked before an action is carried out.
 *
 * @typedef {object} ActionQuestion
 * @property {string} messengerOrigin
 * @property {import("./action-handlers.js").ActionType} type
 * @property {string} title of the document, as the messenger says: it may be what somebody else
 *   wrote on a card. An app that can names its document itself
 * @property {string} [collaborationID]
 * @property {string} [localIdentifier] the app's own, of what is to be shared
 * @property {number} added how many identities
 * @property {number} removed
 * @property {number} replaced
 */

/**
 * Takes actions from the one messenger this app's own /config.json names. Each is asked for and
 * carried out by itself, in order; one that waited longer than its limit is not carried out. Until
 * the owner has agreed the messenger may withdraw it; afterwards that changes nothing, and it hears
 * what came of it.
 *
 * @param {object} place
 * @param {string} place.messengerOrigin from /config.json, never from the message or the address
 * @param {import("./action-handlers.js").ActionHandlers} place.handlers
 * @param {(question: ActionQuestion, over: AbortSignal) => Promise<boolean>} place.confirm asks the
 *   signed-in owner. When it is `over`, nobody can answer any more: its `reason` is an `Over`
 * @param {() => void} [place.greeted] the messenger is there, and has asked nothing yet
 * @param {(message: string) => void} [place.done] an action was carried out (its type)
 * @param {Window} [place.own]
 * @returns {{ isOpened: boolean, stop: () => void }} `isOpened` false: nobody opened this page, so
 *   nothing will come; say so and link to the app
 */
export function takeActions(place) {
  const { own = window } = place;
  const page = new ActionsPage({ ...place, own });
  return { isOpened: Boolean(own.opener), stop: () => page.stop() };
}

/**
 * @typedef {import("./window-channel.js").Message} Message
 * @typedef {Parameters<typeof takeActions>[0] & { own: Window }} Place
 *
 * @typedef {object} Taken an action that waits for its owner
 * @property {Message} message
 * @property {AbortController} over
 * @property {() => void} settled nothing ends it any more
 * @property {(over: Over) => void} end
 */

class ActionsPage {
  #place;
  #own;
  #talk;
  #page = crypto.randomUUID();
  #isKnown = false;
  #waiting = 0;
  #queue = Promise.resolve();
  /** @type {Set<string>} */
  #taken = new Set();
  /**
   * Actions that may still be withdrawn, and how.
   *
   * @type {Map<string, (over: Over) => void>}
   */
  #open = new Map();
  /**
   * Collaborations that a start action of this window made.
   *
   * @type {Set<unknown>}
   */
  #started = new Set();
  /**
   * Roots this window was asked to add: whether they were or not, they may be taken back.
   *
   * @type {Set<unknown>}
   */
  #offered = new Set();

  /** @param {Place} place */
  constructor(place) {
    const { own, messengerOrigin } = place;
    this.#place = place;
    this.#own = own;
    this.#talk = new WindowChannel({
      own, other: () => own.opener, isExpected: (origin) => origin === messengerOrigin,
      // A messenger's page that is closed or loaded anew withdraws with its last words. Nobody else
      // knows the identifier.
      parted: (message) => this.#withdraw(message), heard: (message) => this.#heard(message),
    });
  }

  stop() {
    this.#talk.stop();
  }

  /** @param {Message} message */
  #withdraw({ type, id }) {
    if (type === "withdrawn") this.#open.get(id)?.("withdrawn");
  }

  /** @param {Message} message */
  #heard(message) {
    const { type, id } = message;
    const { messengerOrigin, greeted } = this.#place;
    this.#withdraw(message);
    // A page that was loaded anew may be asked before it is greeted.
    const isFirst = !this.#isKnown;
    this.#isKnown = true;
    if (type === "hello") {
      if (isFirst) greeted?.();
      this.#talk.say(messengerOrigin, "ready", { page: this.#page }, id);
    } else if (isAction(type) && !this.#taken.has(id)) {
      if (this.#taken.size >= maximumTaken) return this.#refuse(message, "Too much for one window.");
      this.#taken.add(id);
      this.#take(message);
    }
  }

  get #isGone() {
    return !this.#own.opener || this.#own.opener.closed;
  }

  /** @param {Message} message @param {object} result */
  #answer({ type, id }, result) {
    this.#talk.say(this.#place.messengerOrigin, `${type}.result`, result, id);
  }

  /** @param {Message} message @param {string} reason */
  #refuse(message, reason) {
    this.#answer(message, { ok: false, reason, isUnchanged: true });
  }

  /** @param {Message} message */
  #take(message) {
    if (this.#waiting >= maximumWaiting) return this.#refuse(message, "Too much at once.");
    this.#waiting += 1;
    const taken = this.#watched(message);
    this.#open.set(message.id, taken.end);
    this.#queue = this.#queue.then(() => this.#carryOut(taken));
  }

  /**
   * An action with what ends it before it is carried out.
   *
   * @param {Message} message
   * @returns {Taken}
   */
  #watched(message) {
    const over = new AbortController();
    const end = (/** @type {Over} */ reason) => {
      settled();
      over.abort(reason);
      this.#refuse(message, reasons[reason]);
    };
    const timer = setTimeout(() => end("late"), 1000 * (Number(message.timeLimit) || 30));
    const watch = setInterval(() => this.#isGone && end("gone"), pause);
    const settled = () => {
      clearTimeout(timer);
      clearInterval(watch);
      this.#open.delete(message.id);
    };
    return { message, over, settled, end };
  }

  /** @param {Taken} taken */
  async #carryOut({ message, over: { signal }, settled, end }) {
    const isAllowed = !signal.aborted && (await this.#allows(message, signal));
    if (!signal.aborted && this.#isGone) end("gone");
    this.#waiting -= 1;
    if (signal.aborted) return;
    // From here on it is carried out, whatever the messenger says meanwhile.
    settled();
    if (!isAllowed) return this.#refuse(message, "It was not allowed.");
    for (const root of listed(message.added)) this.#offered.add(root);
    const result = await carryOut(message, this.#place.handlers);
    if ("collaborationID" in result && result.collaborationID) this.#started.add(result.collaborationID);
    this.#answer(message, result);
    this.#place.done?.(message.type);
  }

  /**
   * Taking back what nobody uses or what was just added, and inviting people to what was just
   * allowed to be shared, need no second question.
   *
   * @param {Message} message
   */
  #isAgreed({ type, collaborationID, added, removed, replaced }) {
    return type === "cancelled" || this.#started.has(collaborationID) ||
      (type === "participants" && count(removed) > 0 && count(added) + count(replaced) === 0 &&
        listed(removed).every((root) => this.#offered.has(root)));
  }

  /** @param {Message} message @param {AbortSignal} over */
  async #allows(message, over) {
    if (this.#isAgreed(message)) return true;
    const question = questionOf(message, this.#place.messengerOrigin);
    if (!question) return false;
    try {
      /** @type {Promise<boolean>} */
      const never = new Promise((resolve) =>
        over.addEventListener("abort", () => resolve(false), { once: true }));
      return await Promise.race([this.#place.confirm(question, over), never]);
    } catch {
      return false;
    }
  }
}

/**
 * @param {Message} message
 * @param {string} messengerOrigin
 * @returns {ActionQuestion | undefined}
 */
function questionOf({ type, metadata, collaborationID, added, removed, replaced }, messengerOrigin) {
  if (!isAction(type)) return undefined;
  const { title, collaborationID: shared, localIdentifier } =
    /** @type {Record<string, unknown>} */ (Object(metadata));
  const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : undefined);
  return {
    messengerOrigin, type, title: text(title) ?? "",
    collaborationID: text(collaborationID) ?? text(shared), localIdentifier: text(localIdentifier),
    added: count(added), removed: count(removed), replaced: count(replaced),
  };
}

/** @param {unknown} list @returns {unknown[]} */
const listed = (list) => (Array.isArray(list) ? list : []);

/** @param {unknown} list */
const count = (list) => listed(list).length;
