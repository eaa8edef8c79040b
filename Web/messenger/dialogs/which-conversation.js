import { openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";

/** @typedef {import("../app.js").App} App */

/**
 * The conversations that a document was shared in and that this person still has, the newest sharing first; where none is
 * left, the newest that was.
 *
 * @param {Pick<App, "messenger" | "sharing">} app
 * @param {string} link the document's
 * @returns {Promise<string[]>}
 */
export async function conversationsWith({ messenger, sharing }, link) {
  const [places, known] = await Promise.all([sharing.conversationsForLink(link), messenger.conversations()]);
  const present = new Set(known.filter(({ state }) => state !== "left" && state !== "refused")
    .map(({ conversationID }) => conversationID));
  const theirs = places.filter((one) => present.has(one));
  return theirs.length > 0 ? theirs : places.slice(0, 1);
}

/**
 * Of several the person says which is meant: the app that led here knows none of them.
 *
 * @param {App} app
 * @param {string[]} places two or more
 */
export async function whichConversation(app, places) {
  const known = await app.messenger.conversations();
  const rows = places.flatMap((place) => known.find(({ conversationID }) => conversationID === place) ?? []);
  const { close } = openDialog({
    title: "Which conversation?",
    body: [h("p", { class: "quiet" }, "It was shared in several."),
      h("div", { class: "stack" }, rows.map(({ conversationID, title }, place) =>
        h("button", { type: "button", class: "button wide", dir: "auto", autofocus: place === 0, onclick: () => {
          close();
          app.go(conversationID);
        } }, title)))],
  });
}
