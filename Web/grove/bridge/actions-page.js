/**
 * The app's page `/actions`: what a messenger opens, in its person's click, when it needs the app
 * and no page of it is open: a conversation's people changed, a share has to be taken back, a draft
 * is sent (docs/decisions/0012-bridge.md). The page is served without a cross-origin opener policy,
 * or there would be no opener to answer.
 */

import { carryOut, isAction } from "./action-handlers.js";
import { WindowTalk } from "./window-talk.js";

/** Actions that may wait at a time; more are refused at once. */
const maximumWaiting = 16;

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
export function takeActions({
  messengerOrigin, handlers, confirm, greeted = () => {}, done = () => {}, own = window,
}) {
  const page = crypto.randomUUID();
  let isKnown = false;
  let waiting = 0;
  let queue = Promise.resolve();
  /** @type {Set<string>} */
  const taken = new Set();
  /**
   * Actions that may still be withdrawn, and how.
   *
   * @type {Map<string, (over: Over) => void>}
   */
  const open = new Map();
  /**
   * Collaborations that a start action of this window made.
   *
   * @type {Set<string>}
   */
  const started = new Set();
  /**
   * Roots this window was asked to add: whether they were or not, they may be taken back.
   *
   * @type {Set<string>}
   */
  const offered = new Set();
  const withdraw = (/** @type {import("./window-talk.js").Message} */ { type, id }) => {
    if (type === "withdrawn") open.get(id)?.("withdrawn");
  };
  const talk = new WindowTalk({
    own, other: () => own.opener, isExpected: (origin) => origin === messengerOrigin,
    // A messenger's page that is closed or loaded anew withdraws with its last words. Nobody else
    // knows the identifier.
    parted: withdraw,
    heard: (message) => {
      withdraw(message);
      // A page that was loaded anew may be asked before it is greeted.
      const isFirst = !isKnown;
      isKnown = true;
      if (message.type === "hello") {
        if (isFirst) greeted();
        talk.say(messengerOrigin, "ready", { page }, message.id);
      } else if (isAction(message.type) && !taken.has(message.id)) {
        taken.add(message.id);
        take(message);
      }
    },
  });

  const isGone = () => !own.opener || own.opener.closed;

  /** @param {import("./window-talk.js").Message} message */
  const take = (message) => {
    const { id, type, timeLimit } = message;
    const answer = (/** @type {object} */ result) =>
      talk.say(messengerOrigin, `${type}.result`, result, id);
    const refuse = (/** @type {string} */ reason) => answer({ ok: false, reason, isUnchanged: true });
    if (waiting >= maximumWaiting) return refuse("Too much at once.");
    waiting += 1;
    const over = new AbortController();
    const settled = () => {
      clearTimeout(timer);
      clearInterval(watch);
      open.delete(id);
    };
    const end = (/** @type {Over} */ reason) => {
      settled();
      over.abort(reason);
      refuse(reasons[reason]);
    };
    const timer = setTimeout(() => end("late"), 1000 * (Number(timeLimit) || 30));
    const watch = setInterval(() => isGone() && end("gone"), pause);
    open.set(id, end);
    queue = queue.then(async () => {
      const isAllowed = !over.signal.aborted && (await allows(message, over.signal));
      if (!over.signal.aborted && isGone()) end("gone");
      waiting -= 1;
      if (over.signal.aborted) return;
      // From here on it is carried out, whatever the messenger says meanwhile.
      settled();
      if (!isAllowed) return refuse("It was not allowed.");
      for (const root of listed(message.added)) offered.add(root);
      const result = await carryOut(message, handlers);
      if ("collaborationID" in result && result.collaborationID) started.add(result.collaborationID);
      answer(result);
      done(type);
    });
  };

  /**
   * Taking back what nobody uses or what was just added, and inviting people to what was just
   * allowed to be shared, need no second question.
   *
   * @param {import("./window-talk.js").Message} message
   */
  const isAgreed = ({ type, collaborationID, added, removed, replaced }) =>
    type === "cancelled" || started.has(collaborationID) ||
    (type === "participants" && count(removed) > 0 && count(added) + count(replaced) === 0 &&
      listed(removed).every((root) => offered.has(root)));

  /**
   * @param {import("./window-talk.js").Message} message
   * @param {AbortSignal} over
   */
  const allows = async (message, over) => {
    if (isAgreed(message)) return true;
    try {
      /** @type {Promise<boolean>} */
      const never = new Promise((resolve) =>
        over.addEventListener("abort", () => resolve(false), { once: true }));
      return await Promise.race([confirm(question(message), over), never]);
    } catch {
      return false;
    }
  };

  /** @param {import("./window-talk.js").Message} message @returns {ActionQuestion} */
  const question = ({ type, metadata, collaborationID, added, removed, replaced }) => ({
    messengerOrigin, type: /** @type {any} */ (type),
    title: typeof metadata?.title === "string" ? metadata.title : "",
    collaborationID: collaborationID ?? metadata?.collaborationID,
    localIdentifier: metadata?.localIdentifier,
    added: count(added), removed: count(removed), replaced: count(replaced),
  });

  return { isOpened: Boolean(own.opener), stop: () => talk.stop() };
}

/** @param {unknown} list @returns {any[]} */
const listed = (list) => (Array.isArray(list) ? list : []);

/** @param {unknown} list */
const count = (list) => listed(list).length;
