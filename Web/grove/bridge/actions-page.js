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
 * What the signed-in owner is asked before an action is carried out.
 *
 * @typedef {object} ActionQuestion
 * @property {string} messengerOrigin
 * @property {import("./action-handlers.js").ActionType} type
 * @property {string} title of the document, as the messenger says
 * @property {string} [collaborationID]
 * @property {number} added how many identities
 * @property {number} removed
 * @property {number} replaced
 */

/**
 * Takes actions from the one messenger this app's own /config.json names. Each is asked for and
 * carried out by itself, in order; one that waited longer than its limit is not carried out.
 *
 * @param {object} place
 * @param {string} place.messengerOrigin from /config.json, never from the message or the address
 * @param {import("./action-handlers.js").ActionHandlers} place.handlers
 * @param {(question: ActionQuestion) => Promise<boolean>} place.confirm asks the signed-in owner
 * @param {() => void} [place.greeted] the messenger is there
 * @param {(message: string) => void} [place.done] an action was carried out (its type)
 * @param {Window} [place.own]
 * @returns {{ isOpened: boolean, stop: () => void }} `isOpened` false: nobody opened this page, so
 *   nothing will come; say so and link to the app
 */
export function takeActions({
  messengerOrigin, handlers, confirm, greeted = () => {}, done = () => {}, own = window,
}) {
  const page = crypto.randomUUID();
  let waiting = 0;
  let queue = Promise.resolve();
  /** @type {Set<string>} */
  const taken = new Set();
  /**
   * Collaborations that a start action of this window made.
   *
   * @type {Set<string>}
   */
  const started = new Set();
  const talk = new WindowTalk({
    own, other: () => own.opener, isExpected: (origin) => origin === messengerOrigin,
    heard: (message) => {
      if (message.type === "hello") {
        greeted();
        talk.say(messengerOrigin, "ready", { page }, message.id);
      } else if (isAction(message.type) && !taken.has(message.id)) {
        taken.add(message.id);
        take(message);
      }
    },
  });

  /** @param {import("./window-talk.js").Message} message */
  const take = (message) => {
    const answer = (/** @type {object} */ result) =>
      talk.say(messengerOrigin, `${message.type}.result`, result, message.id);
    if (waiting >= maximumWaiting) return answer({ ok: false, reason: "Too much at once." });
    waiting += 1;
    const until = Date.now() + 1000 * (Number(message.timeLimit) || 30);
    queue = queue.then(async () => {
      const isLate = () => Date.now() >= until;
      const isAllowed = !isLate() && (await allows(message)) && !isLate();
      const reason = isLate() ? "It was not answered in time." : "It was not allowed.";
      const result = isAllowed ? await carryOut(message, handlers) : { ok: false, reason };
      waiting -= 1;
      const made = "collaborationID" in result ? result.collaborationID : undefined;
      if (made) started.add(made);
      answer(result);
      if (isAllowed) done(message.type);
    });
  };

  /**
   * Taking back what nobody uses, and inviting people to what was just allowed to be shared, need
   * no second question.
   *
   * @param {import("./window-talk.js").Message} message
   */
  const allows = async (message) => {
    if (message.type === "cancelled" || started.has(message.collaborationID)) return true;
    try {
      return await confirm(question(message));
    } catch {
      return false;
    }
  };

  /** @param {import("./window-talk.js").Message} message @returns {ActionQuestion} */
  const question = ({ type, metadata, collaborationID, added, removed, replaced }) => ({
    messengerOrigin, type: /** @type {any} */ (type),
    title: typeof metadata?.title === "string" ? metadata.title : "", collaborationID,
    added: count(added), removed: count(removed), replaced: count(replaced),
  });

  return { isOpened: Boolean(own.opener), stop: () => talk.stop() };
}

/** @param {unknown} list */
const count = (list) => (Array.isArray(list) ? list.length : 0);
