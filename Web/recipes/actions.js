import { fill, find, h } from "../ui/dom.js";
import { takeActions } from "../grove/bridge/actions-page.js";
import { AppServer } from "./server/app-server.js";
import { codeOf } from "./server/problem.js";
import { documentIDOf, shareHandlers } from "./sharing/share-handlers.js";
import { signInForm } from "./views/sign-in.js";
import { counted, nameAndAccount, sentenceOf } from "./views/sentences.js";

/** @typedef {import("../grove/bridge/actions-page.js").ActionQuestion} ActionQuestion */

/**
 * The page a messenger opens when it needs this app (decision 0012): its signed-in owner is asked
 * before anything changes.
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

/** @type {Record<import("../grove/bridge/actions-page.js").Over, string>} */
const overWords = {
  withdrawn: "Your messenger has withdrawn this.",
  late: "This was not answered in time. Your messenger can ask again.",
  gone: "Your messenger was closed before this was answered.",
};

/** @param {string} sentence the last for now */
const last = (sentence) => show(h("p", { role: "status" }, sentence),
  h("div", { class: "buttons" }, h("button", { type: "button", class: "button",
    onclick: () => window.close() }, "Close this window")));

/** @param {ActionQuestion} question @param {AbortSignal} over @returns {Promise<boolean>} */
async function confirm(question, over) {
  over.addEventListener("abort", () => {
    const reason = /** @type {import("../grove/bridge/actions-page.js").Over} */ (over.reason);
    last(`${overWords[reason]} Nothing was changed.`);
  });
  await signedIn();
  const title = await titleOf(question);
  if (over.aborted) return false;
  return new Promise((resolve) => {
    const answer = (/** @type {boolean} */ yes) => {
      idle();
      resolve(yes);
    };
    const look = question.removed > 0 ? "danger" : "primary";
    const yes = h("button", { type: "button", class: `button ${look}`, onclick: () => answer(true) },
      question.type === "start" ? "Share" : "Update");
    show(h("h1", null, question.type === "start" ? "Share this recipe?" : "Change who has access?"),
      h("p", null, h("b", null, title)),
      h("ul", { class: "stack" }, changesOf(question).map((text) => h("li", null, text))),
      h("p", { class: "small quiet" },
        `Your messenger at ${new URL(question.messengerOrigin).host} asks. You are signed in as `
        + `${me ? nameAndAccount(me) : "nobody"}.`),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "button", onclick: () => answer(false) }, "Not now"), yes));
    yes.focus();
  });
}

/**
 * By this app's own record: what the messenger calls it may be what somebody else wrote on a card.
 *
 * @param {ActionQuestion} question
 * @returns {Promise<string>}
 */
async function titleOf(question) {
  try {
    return (await server.document(await documentIDOf(server, question))).title;
  } catch {
    return "A recipe that cannot be found here";
  }
}

/** @param {ActionQuestion} question @returns {string[]} what it means, in words */
function changesOf({ type, added, removed, replaced }) {
  if (type === "start") return ["It gets a link, and the people in your conversation are invited."];
  return [
    added > 0 ? `${counted(added, "person gains", "people gain")} access.` : "",
    removed > 0 ? `${counted(removed, "person loses", "people lose")} access at once.` : "",
    replaced > 0
      ? `${counted(replaced, "person’s", "people’s")} devices changed; their access goes on.` : "",
  ].filter(Boolean);
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
    const { isOpened } = takeActions({
      messengerOrigin, handlers: shareHandlers(server), confirm, greeted: idle,
      done: () => last("Done."),
    });
    if (isOpened) idle();
    else show(h("h1", null, "Nothing to do here"), h("p", null, "Your messenger opens this page when "
      + "it needs the app."), h("a", { class: "button", href: "/" }, "All recipes"));
  } catch (error) {
    show(h("p", { role: "alert" }, sentenceOf(error)));
  }
}

void start();
