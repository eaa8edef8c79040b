import { h, keep } from "../../ui/dom.js";
import { ask, openDialog } from "../../ui/dialog.js";
import { say } from "../../ui/status.js";
import { codeOf } from "../../recipes/server/problem.js";
import { ParticipantList } from "../../recipes/document/participant-list.js";
import { personRow } from "../../recipes/document/person-row.js";
import { rememberEnding } from "../../recipes/sharing/endings.js";
import { addressOf } from "../app.js";
import { sentenceOf } from "../views/sentences.js";

/** @typedef {import("../../recipes/server/body-types.js").FileShare} FileShare */

/** @param {FileShare} share of somebody else @returns {string} */
export const whoShares = ({ ownerDisplayName, isFolder, yours }) => `${ownerDisplayName} shares this ${isFolder ? "folder" : "file"} with `
  + `you. ${yours === "readOnly" ? "You can read it, not change it." : isFolder ? "You can change what is in it." : "You can change it."}`;

/**
 * Who shares something with this person, and with whom besides.
 *
 * @param {import("../app.js").App} app
 * @param {FileShare} share
 */
export function showWhoShares(app, share) {
  const people = h("ul", { class: "people" });
  const list = new ParticipantList(app.account,
    /** @type {never} */ ({ collaborationID: share.collaborationID, access: share.yours }), app.me.account);
  list.addEventListener("change", () => keep(people, list.people, ({ account }) => account, JSON.stringify,
    (person) => personRow(person, false)));
  const dialog = openDialog({
    title: share.name,
    body: [h("div", { class: "stack" }, h("p", null, whoShares(share)),
      h("section", { class: "stack" }, h("h3", null, "People"), people))],
    foot: [h("button", { type: "button", class: "button danger", onclick: () => {
      dialog.close();
      void leave(app, share);
    } }, "Leave")],
  });
  void list.look();
}

/** @param {import("../app.js").App} app @param {FileShare} share */
export async function leave(app, share) {
  const noun = share.isFolder ? "folder" : "file";
  if (!(await ask({ title: `Leave “${share.name}”?`, yes: "Leave", danger: true,
    text: `The ${noun} goes from your drive at once. What you downloaded stays yours, and whoever shared it can invite you again.` }))) return;
  try {
    await app.account.leave(share.collaborationID);
    app.shares.drop(share);
    rememberEnding(app.me.account, share.collaborationID, "left");
    app.go(addressOf(""), { replace: true });
    say(`You left “${share.name}”`);
  } catch (error) {
    if (codeOf(error) === "unauthenticated") return app.signedOut();
    say(sentenceOf(error));
  }
}
