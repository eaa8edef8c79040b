import { fill, find, h } from "../ui/dom.js";
import { takeActions } from "../grove/bridge/actions-page.js";
import { AppServer } from "./server/app-server.js";
import { codeOf } from "./server/problem.js";
import { knownOf, overSentence, questionParts } from "./sharing/action-question.js";
import { isLetInUnasked } from "./sharing/let-in-unasked.js";
import { becomeDocument, opensDocument } from "./sharing/opened-here.js";
import { shareHandlers } from "./sharing/share-handlers.js";
import { signInForm } from "./views/sign-in.js";
import { sentenceOf } from "./views/sentences.js";

/** @typedef {import("../grove/bridge/owner-actions.js").ActionQuestion} ActionQuestion */

/**
 * The page a messenger opens when it needs this app (decision 0012): its signed-in owner is asked
 * before anything changes. Where it opens a document in it, this page becomes the document's.
 */
const server = new AppServer();
const place = h("div", { class: "page narrow" });
/** @type {import("./server/body-types.js").Me | undefined} */
let me;
/** @type {(() => void) | undefined} goes on once somebody has signed in */
let wake;

/** @param {import("../ui/dom.js").Child[]} children */
const show = (...children) => {
  fill(place, h("section", { class: "card access stack" }, children));
  find("#main").replaceChildren(place);
};

const idle = () => show(h("p", { role: "status" }, "Your messenger may ask something here. "
  + "You can close this window when it is done."));

/** @param {string} sentence the last for now */
const last = (sentence) => show(h("p", { role: "status" }, sentence),
  h("div", { class: "buttons" }, h("button", { type: "button", class: "button",
    onclick: () => window.close() }, "Close this window")));

/** @param {ActionQuestion} question @param {AbortSignal} over @returns {Promise<boolean>} */
async function confirm(question, over) {
  over.addEventListener("abort", () => last(overSentence(over)));
  await signedIn();
  if (await isLetInUnasked(server, question, me?.account)) return true;
  const known = await knownOf(server, question);
  if (over.aborted) return false;
  if (known.isNothing) return true;
  return new Promise((resolve) => {
    const { heading, body, no, yes } = questionParts(question, known, me, (isAllowed) => {
      idle();
      resolve(isAllowed);
    });
    show(h("h1", null, heading), ...body, h("div", { class: "buttons" }, no, yes));
    yes.focus();
  });
}

/** Until somebody is signed in. */
async function signedIn() {
  try {
    me = await server.me();
  } catch (error) {
    if (codeOf(error) !== "unauthenticated") throw error;
    const form = signInForm({ server }, (account) => { me = account; wake?.(); }, false);
    find("#main").replaceChildren(h("div", { class: "page narrow" },
      h("p", null, "Your messenger asks for something. Sign in first."), form));
    await new Promise((resolve) => (wake = () => resolve(undefined)));
  }
}

async function start() {
  try {
    const { messengerOrigin } = await (await fetch("/config.json")).json();
    const isOpening = location.hash === opensDocument;
    const { isOpened } = takeActions({
      messengerOrigin, handlers: shareHandlers(server), confirm, greeted: isOpening ? undefined : idle,
      open: isOpening ? (link) => becomeDocument(link, messengerOrigin) : undefined,
      done: () => last("Done."),
    });
    if (isOpened && isOpening) show(h("p", { role: "status" }, "Opening…"));
    else if (isOpened) idle();
    else show(h("h1", null, "Nothing to do here"), h("p", null, "Your messenger opens this page when "
      + "it needs the app."), h("a", { class: "button", href: "/" }, "All recipes"));
  } catch (error) {
    show(h("p", { role: "alert" }, sentenceOf(error)));
  }
}

void start();
