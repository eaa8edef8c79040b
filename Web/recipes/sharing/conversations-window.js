import { MessengerWindow } from "../../grove/bridge/messenger-window.js";
import { openDialog } from "../../ui/dialog.js";
import { say } from "../../ui/status.js";
import { knownOf, overSentence, questionParts } from "./action-question.js";
import { isLetInUnasked } from "./let-in-unasked.js";
import { shareHandlers } from "./share-handlers.js";

/** @typedef {Pick<import("../app.js").App, "server" | "config" | "me">} Owner */

/**
 * Opens the conversation something is shared in. Whoever changes there who is in it is asked about what they share in this
 * page, while it is open, and in no window more. In a click.
 *
 * @param {Owner} app
 * @param {string} link of what is shared
 * @returns {boolean} false where the browser opened no window
 */
export function openConversation(app, link) {
  const { server, config } = app;
  if (!config.messengerOrigin) return false;
  const { isBlocked } = MessengerWindow.openConversations(config.messengerOrigin, `/#d=${encodeURIComponent(link)}`, {
    handlers: shareHandlers(server), confirm: (question, over) => confirmInPage(app, question, over),
  });
  return !isBlocked;
}

/**
 * Asks the owner in the page that is open.
 *
 * @param {Owner} app
 * @param {import("../../grove/bridge/owner-actions.js").ActionQuestion} question
 * @param {AbortSignal} over
 * @returns {Promise<boolean>}
 */
export async function confirmInPage({ server, me }, question, over) {
  // Somebody else may have signed in since, in another tab.
  if (await isLetInUnasked(server, question, me.account) && (await server.me().catch(() => undefined))?.account === me.account) return true;
  const known = await knownOf(server, question);
  if (over.aborted) return false;
  if (known.isNothing) return true;
  return new Promise((resolve) => {
    let isAllowed = false;
    const { heading, body, no, yes } = questionParts(question, known, me, (answer) => {
      isAllowed = answer;
      close();
    });
    const { close } = openDialog({ title: heading, body, foot: [no, yes], closed: () => resolve(isAllowed) });
    over.addEventListener("abort", () => {
      close();
      say(overSentence(over));
    });
    yes.focus();
  });
}
