import { h } from "../../ui/dom.js";
import { counted, nameAndAccount } from "../views/sentences.js";
import { fileOf } from "./file-shares.js";
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
 * @param {{ title: string, noun: import("./nouns.js").Noun }} known of what it is about
 * @param {import("../server/body-types.js").Me | undefined} me
 * @param {(yes: boolean) => void} answer
 */
export function questionParts(question, { title, noun }, me, answer) {
  const look = question.removed > 0 ? "danger" : "primary";
  return {
    heading: question.type === "start" ? `Share this ${noun}?` : "Change who has access?",
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
 * @returns {Promise<{ title: string, noun: import("./nouns.js").Noun }>}
 */
export async function titleOf(server, question) {
  const isRecipe = !question.localIdentifier?.startsWith("/");
  const recipe = isRecipe && await documentIDOf(server, question).then(server.document).catch(() => undefined);
  if (recipe) return { title: recipe.title, noun: "recipe" };
  const file = await fileOf(server, question).catch(() => undefined);
  if (file?.share) return { title: file.share.name, noun: file.share.isFolder ? "folder" : "file" };
  return file ? { title: file.path.slice(1), noun: "file" }
    : { title: "Something that cannot be found here", noun: "document" };
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
