import { carryOut, isAction } from "./action-handlers.js";

/**
 * Actions of a messenger that this app's signed-in owner is asked about, one after the other, before anything changes
 * (docs/decisions/0012-bridge.md): in the page `/actions`, and in a page that is open already.
 */

/** Actions that may wait at a time; more are refused at once. A new device may wait for that many documents. */
const maximumWaiting = 64;
/** In the life of a window: it remembers each, so that a repeated one is the same. */
const maximumTaken = 4096;

/**
 * Why a question went before it was answered: the messenger has taken it back, the time for it is
 * up, the messenger's page has gone; or this page goes, or nobody is signed in here any more. Nothing has been done then,
 * and nothing will be.
 *
 * @typedef {"withdrawn" | "late" | "gone" | "left" | "signedOut"} Over
 */

/** @type {Record<Over, string>} */
const reasons = {
  withdrawn: "It was withdrawn.", late: "It was not answered in time.", gone: "The messenger has gone.",
  left: "The app's page has gone.", signedOut: "Nobody is signed in there.",
};

/**
 * Milliseconds for which an answer counts for what follows from it. A page may be open for hours, and a messenger's
 * later wish is another question.
 */
export const agreed = 120_000;

/** Milliseconds between looks whether the messenger is still there. */
const pause = 1000;

/**
 * Milliseconds in which nothing more has come until the owner is asked about somebody's other devices, or about what the
 * messenger has said to come: one click there is about many documents, each an action of its own, and would be as many
 * questions. Longer while more are awaited: the messenger makes an identity for each.
 */
const settling = 300;
const settlingWhileAwaited = 3000;

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
 * @property {string[]} removedRoots which identities lose access
 * @property {boolean} only their people keep what else they have
 * @property {string[]} renewedRoots which give way to others of the same people
 * @property {string[]} newRoots what they give way to
 * @property {ActionQuestion[]} others the answer counts for these, too: further documents of which the same is asked
 */

/**
 * @typedef {import("./window-channel.js").Message} Message
 *
 * @typedef {object} Taken an action that waits for its owner
 * @property {Message} message
 * @property {boolean} isAwaited the messenger has said that it comes with others
 * @property {AbortController} over
 * @property {() => void} settled nothing ends it any more
 * @property {(over: Over) => void} end
 * @property {Promise<boolean>} [answer] once it is asked about
 */

/** @typedef {(question: ActionQuestion, over: AbortSignal) => Promise<boolean>} Confirm asks the owner */

/** Takes them in order, asks, carries out, and answers each once. */
export class OwnerActions {
  #place;
  /** @type {Set<Taken>} */
  #waiting = new Set();
  #cameLast = 0;
  /** Documents about whose people the messenger is going to ask. */
  #awaited = 0;
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
   * Collaborations that a start action of this window made, and when.
   *
   * @type {Map<unknown, number>}
   */
  #started = new Map();
  /**
   * Roots this window was asked to add, and when: whether they were or not, they may be taken back.
   *
   * @type {Map<unknown, number>}
   */
  #offered = new Map();

  /**
   * @param {object} place
   * @param {string} place.messengerOrigin
   * @param {() => Partial<import("./action-handlers.js").ActionHandlers>} place.handlers
   * @param {Confirm} place.confirm
   * @param {() => boolean} place.isGone nobody hears an answer any more
   * @param {(type: string, result: object, id: string) => void} place.answer
   * @param {number} [place.agreed] milliseconds for which an answer counts for what follows from it
   * @param {(message: string) => void} [place.done] an action was carried out (its type)
   */
  constructor(place) {
    this.#place = place;
  }

  /**
   * @param {Message} message an action, or one that is taken back; everything else is no affair of these
   * @param {"withdrawal"} [only] nothing else is believed of who says it
   */
  hear(message, only) {
    const { type, id } = message;
    if (type === "withdrawn") return this.#open.get(id)?.("withdrawn");
    if (!only && type === "awaited") this.#awaited = Math.min(Number(message.count) || 0, maximumWaiting);
    if (only || !isAction(type) || this.#taken.has(id)) return;
    if (this.#taken.size >= maximumTaken) return this.#refuse(message, "Too much for one window.");
    this.#taken.add(id);
    this.#take(message);
  }

  /**
   * This page takes no more: questions that are not answered go, and the messenger hears that nothing was done.
   *
   * @param {Over} over
   */
  stop(over) {
    for (const end of [...this.#open.values()]) end(over);
  }

  /** @param {Message} message @param {object} result */
  #answer({ type, id }, result) {
    this.#place.answer(`${type}.result`, result, id);
  }

  /** @param {Message} message @param {string} reason */
  #refuse(message, reason) {
    this.#answer(message, { ok: false, reason, isUnchanged: true });
  }

  /** @param {Message} message */
  #take(message) {
    if (this.#waiting.size >= maximumWaiting) return this.#refuse(message, "Too much at once.");
    const isAwaited = message.type === "participants" && this.#awaited > 0;
    if (isAwaited) this.#awaited -= 1;
    const taken = { ...this.#watched(message), isAwaited };
    this.#waiting.add(taken);
    this.#cameLast = Date.now();
    this.#open.set(message.id, taken.end);
    this.#queue = this.#queue.then(() => this.#carryOut(taken));
  }

  /**
   * An action with what ends it before it is carried out.
   *
   * @param {Message} message
   * @returns {Omit<Taken, "isAwaited">}
   */
  #watched(message) {
    const over = new AbortController();
    const end = (/** @type {Over} */ reason) => {
      settled();
      over.abort(reason);
      this.#refuse(message, reasons[reason]);
    };
    const timer = setTimeout(() => end("late"), 1000 * (Number(message.timeLimit) || 30));
    const watch = setInterval(() => this.#place.isGone() && end("gone"), pause);
    const settled = () => {
      clearTimeout(timer);
      clearInterval(watch);
      this.#open.delete(message.id);
    };
    return { message, over, settled, end };
  }

  /** @param {Taken} taken */
  async #carryOut(taken) {
    const { message, over: { signal }, settled, end } = taken;
    const isAllowed = !signal.aborted && (await this.#allows(taken));
    if (!signal.aborted && this.#place.isGone()) end("gone");
    this.#waiting.delete(taken);
    if (signal.aborted) return;
    // From here on it is carried out, whatever the messenger says meanwhile.
    settled();
    if (!isAllowed) return this.#refuse(message, "It was not allowed.");
    for (const root of listed(message.added)) this.#offered.set(root, Date.now());
    const result = await carryOut(message, this.#place.handlers());
    if ("collaborationID" in result && result.collaborationID) this.#started.set(result.collaborationID, Date.now());
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
    return type === "cancelled" || this.#isFresh(this.#started.get(collaborationID)) ||
      (type === "participants" && count(removed) > 0 && count(added) + count(replaced) === 0 &&
        listed(removed).every((root) => this.#isFresh(this.#offered.get(root))));
  }

  /** @param {number | undefined} at */
  #isFresh(at) {
    return at !== undefined && Date.now() - at < (this.#place.agreed ?? agreed);
  }

  /** @param {Taken} taken @returns {Promise<boolean>} */
  async #allows(taken) {
    if (this.#isAgreed(taken.message)) return true;
    const { signal } = taken.over;
    /** @type {Promise<boolean>} */
    const never = new Promise((resolve) => signal.addEventListener("abort", () => resolve(false), { once: true }));
    try {
      if (!taken.answer && (taken.isAwaited || isOfDevices(taken.message))) await this.#settled();
      if (signal.aborted) return false;
      taken.answer ??= this.#ask(this.#together(taken));
      return await Promise.race([taken.answer, never]);
    } catch {
      return false;
    }
  }

  async #settled() {
    const left = () => this.#cameLast + (this.#awaited > 0 ? settlingWhileAwaited : settling) - Date.now();
    while (left() > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(left(), settling)));
    this.#awaited = 0;
  }

  /** @param {Taken} taken @returns {Taken[]} what is asked in one question, this first */
  #together(taken) {
    return [taken, ...[...this.#waiting].filter((one) => one !== taken && !one.answer && !one.over.signal.aborted
      && isAskedWith(taken, one) && !this.#isAgreed(one.message))];
  }

  /** @param {Taken[]} together @returns {Promise<boolean>} */
  #ask(together) {
    const questions = together.flatMap(({ message }) => questionOf(message, this.#place.messengerOrigin) ?? []);
    if (questions.length < together.length) return Promise.resolve(false);
    const over = new AbortController();
    for (const { over: { signal } } of together) {
      signal.addEventListener("abort", () => together.every((one) => one.over.signal.aborted) && over.abort(signal.reason));
    }
    const [first, ...others] = questions;
    const answer = this.#place.confirm({ ...first, others }, over.signal);
    for (const one of together) one.answer = answer;
    return answer;
  }
}

/** @param {Message} message @returns {boolean} nobody comes or goes: the devices of those who have it are other ones */
const isOfDevices = ({ type, added, removed, replaced }) =>
  type === "participants" && count(replaced) > 0 && count(added) + count(removed) === 0;

/**
 * The same for further documents, of one decision in the messenger: it says so before, or it is about people's devices.
 *
 * @param {Taken} one
 * @param {Taken} other
 */
const isAskedWith = (one, other) => changeOf(one.message) === changeOf(other.message)
  && (isOfDevices(one.message) || (one.isAwaited && other.isAwaited));

/** @param {Message} message @returns {string} what is changed, whoever it is about */
const changeOf = ({ type, added, removed, replaced, only }) =>
  [type, ...[added, removed, replaced].map((one) => count(one) > 0), only === true].join(" ");

/**
 * @param {Message} message
 * @param {string} messengerOrigin
 * @returns {ActionQuestion | undefined}
 */
function questionOf({ type, metadata, collaborationID, added, removed, replaced, only }, messengerOrigin) {
  // What is asked about is what is changed.
  if (!isAction(type) || (collaborationID !== undefined && typeof collaborationID !== "string")) return undefined;
  const { title, collaborationID: shared, localIdentifier } =
    /** @type {Record<string, unknown>} */ (Object(metadata));
  const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : undefined);
  const roots = (/** @type {unknown[]} */ list) => list.flatMap((one) => text(one) ?? []);
  return {
    messengerOrigin, type, title: text(title) ?? "",
    collaborationID: text(collaborationID) ?? text(shared), localIdentifier: text(localIdentifier),
    added: count(added), removed: count(removed), replaced: count(replaced),
    removedRoots: roots(listed(removed)), only: only === true,
    renewedRoots: roots(listed(replaced).map((one) => Object(one).old)),
    newRoots: roots(listed(replaced).map((one) => Object(one).new)), others: [],
  };
}

/** @param {unknown} list @returns {unknown[]} */
const listed = (list) => (Array.isArray(list) ? list : []);

/** @param {unknown} list */
const count = (list) => listed(list).length;
