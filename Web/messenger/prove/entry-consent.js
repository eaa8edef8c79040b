import { fill, find, h, newID } from "../../ui/dom.js";
import { hostOf } from "../sentences.js";
import { appWords, wayBack } from "./app-words.js";
import { sharedLine } from "./prove-view.js";

/** @typedef {import("../../grove/rules/model/sharing-types.js").AccountQuestion} AccountQuestion */

/** Bytes of a name that the servers of apps take. */
const maximumName = 128;

/**
 * Whether an app may know somebody who has no account there, and by which name (protocol 8.9).
 *
 * @param {HTMLElement} box
 * @param {AccountQuestion} question
 * @param {{ name: string, appName?: string, isMine: boolean, sharer: string, notices: Node, signIn: () => void }} person
 *   `appName`: of its card; `isMine`: they shared the document, so they have an account there; `sharer`: who did; `notices`:
 *   what they choose about them; `signIn`: tells the app that they want to sign in with that account
 * @returns {Promise<string | undefined>} the name; nothing where they said no
 */
export const entryConsent = (box, { audience, previous, title }, { name, appName, isMine, sharer, notices, signIn }) =>
  new Promise((resolve) => {
    const where = hostOf(audience);
    if (isMine) return resolve(ownDocument(box, where, title, signIn));
    const id = newID();
    const problem = h("p", { class: "error", role: "alert" });
    const field = /** @type {HTMLInputElement} */ (
      h("input", { class: "input", id, name: "name", value: name, maxlength: maximumName, autocomplete: "name" }));
    const heading = h("h1", { tabindex: "-1" }, `Open “${title}”`);
    const form = h("form", { class: "stack", novalidate: true },
      heading,
      h("p", null, sharedLine(sharer, title)),
      h("p", null, appWords(audience, appName), ` may know you as ${name}, and that you were invited. It learns `
        + "nothing else of you here. If you are new there, you need no account. If you already use it on another device, it "
        + "may ask you for a code from that device."),
      h("div", { class: "field" }, h("label", { for: id }, "Your name there"), field),
      h("dl", { class: "facts" },
        h("div", null, h("dt", null, "Document"), h("dd", null, title)),
        h("div", null, h("dt", null, "App"), h("dd", null, audience))),
      previous && h("p", { class: "note warning" }, wayBack(previous, title)),
      notices,
      problem,
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "button", onclick: () => resolve(undefined) }, "Cancel"),
        h("button", { class: "button primary" }, "Allow")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const chosen = field.value.trim();
      const size = new TextEncoder().encode(chosen).length;
      if (size < 1 || size > maximumName) {
        problem.textContent = size < 1 ? "Enter a name." : "That name is too long.";
        return field.focus();
      }
      fill(box, h("p", { role: "status" }, "Opening…"));
      resolve(chosen);
    });
    fill(box, form);
    heading.focus();
  });

/**
 * @param {HTMLElement} box
 * @param {string} where
 * @param {string} title
 * @param {() => void} signIn
 * @returns {Promise<undefined>}
 */
const ownDocument = (box, where, title, signIn) => new Promise((resolve) => {
  fill(box, h("h1", null, `You shared “${title}”`),
    h("p", null, `So you have an account at ${where}. Sign in there with it, and it opens.`),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "button", onclick: () => resolve(undefined) }, "Close"),
      h("button", { type: "button", class: "button primary", onclick: () => {
        signIn();
        resolve(undefined);
      } }, "Sign in there")));
  find(".primary", box).focus();
});
