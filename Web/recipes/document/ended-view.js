import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { say } from "../../ui/status.js";
import { endingWords, isEnding } from "../sharing/endings.js";
import { fileName, keptFile } from "../views/unsaved-text.js";
import { fieldTitles } from "../views/sentences.js";

/** @typedef {import("../views/unsaved-text.js").KeptText} KeptText */

const others = {
  signed_out: { heading: "You were signed out", sentence: "Sign in again to go on." },
  too_slow: { heading: "The connection was lost", sentence: "Open the recipe again to go on." },
};

/**
 * What stands in place of a recipe that is over for this person, with the texts in which they wrote; others may have, too.
 *
 * @param {string} title
 * @param {import("../server/body-types.js").EndReason} reason
 * @param {KeptText[]} kept
 */
export function endedView(title, reason, kept) {
  const { heading, sentence } = isEnding(reason) ? endingWords("recipe")[reason] : others[reason];
  return h("div", { class: "page narrow" },
    h("div", { class: "ended card", role: "alert" },
      h("h1", null, heading), h("p", null, h("b", null, title)), h("p", null, sentence)),
    kept.length > 0 && keptBox(title, kept),
    h("p", null, h("a", { class: "button", href: "/" }, "All recipes")));
}

/** @param {string} title @param {KeptText[]} kept */
const keptBox = (title, kept) =>
  h("section", { class: "stack kept" },
    h("h2", null, "The parts you wrote in are kept here"),
    kept.map(({ field, text }) => h("label", { class: "field" },
      h("span", { class: "label" }, fieldTitles[field] ?? field),
      h("textarea", { class: "input", readonly: true, value: text,
        rows: Math.min(12, text.split("\n").length + 1) }))),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "button", onclick: async () => {
        await navigator.clipboard.writeText(keptFile(title, kept));
        say("Copied");
      } }, icon("copy"), "Copy"),
      h("button", { type: "button", class: "button", onclick: () => download(title, kept) },
        icon("down"), "Download")));

/** @param {string} title @param {KeptText[]} kept */
export function download(title, kept) {
  const address = URL.createObjectURL(new Blob([keptFile(title, kept)], { type: "text/plain" }));
  h("a", { href: address, download: fileName(title) }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
