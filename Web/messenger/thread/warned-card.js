import { warningSentence } from "../../grove/rules/invitations/invitation-warning.js";
import { fill, h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { openLink, safeAddress } from "./link-card.js";

/**
 * A link that came as an invitation and is none.
 *
 * @param {import("../app.js").App} app
 * @param {HTMLElement} card
 * @param {string} link
 * @param {string} [warning] a code
 */
export function fillWarned(app, card, link, warning) {
  const reason = warning ? warningSentence(warning) : "It could not be checked.";
  fill(card, h("span", { class: "emblem" }, icon("warning")),
    h("div", null, h("p", { class: "card-title" }, "Careful with this link"),
      h("p", { class: "small" }, reason, " It gives you access to nothing."),
      h("p", { class: "small" }, safeAddress(link)
        ? openLink(app, link, link, "") : h("span", null, link))));
}
