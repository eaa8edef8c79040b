import { h } from "../../ui/dom.js";
import { counted, nameAndAccount } from "../views/sentences.js";
import { documentIDOf } from "./share-handlers.js";

/** @typedef {import("../../grove/bridge/owner-actions.js").ActionQuestion} ActionQuestion */

/** @type {Record<import("../../grove/bridge/owner-actions.js").Over, string>} */
const overWords = {
  withdrawn: "Your messenger has withdrawn this.",
  late: "This was not answered in time. Your messenger can ask again.",
  gone: "Your messenger was closed before this was answered.",
};

/** @param {AbortSignal} over @returns {string} why the question went */
export const overSentence = ({ reason }) =>
  `${overWords[/** @type {import("../../grove/bridge/owner-actions.js").Over} */ (reason)]} Nothing was changed.`;

/**
 * What the owner is asked before a messenger's action is carried out.
 *
 * @param {ActionQuestion} question
 * @param {string} title of the document
 * @param {import("../server/body-types.js").Me | undefined} me
 * @param {(yes: boolean) => void} answer
 */
export function questionParts(question, title, me, answer) {
  const look = question.removed > 0 ? "danger" : "primary";
  return {
    heading: question.type === "start" ? "Share this recipe?" : "Change who has access?",
    body: [h("p", null, h("b", null, title)),
      h("ul", { class: "stack" }, changesOf(question).map((text) => h("li", null, text))),
      h("p", { class: "small quiet" },
        `Your messenger at ${new URL(question.messengerOrigin).host} asks. You are signed in as `
        + `${me ? nameAndAccount(me) : "nobody"}.`)],
    no: h("button", { type: "button", class: "button", onclick: () => answer(false) }, "Not now"),
    yes: h("button", { type: "button", class: `button ${look}`, onclick: () => answer(true) },
      question.type === "start" ? "Share" : "Update"),
  };
}

/**
 * By this app's own record: what the messenger calls it may be what somebody else wrote on a card.
 *
 * @param {import("../server/app-server.js").AppServer} server
 * @param {ActionQuestion} question
 * @returns {Promise<string>}
 */
export async function titleOf(server, question) {
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
