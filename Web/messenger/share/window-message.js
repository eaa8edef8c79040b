import { fill, find, h } from "../../ui/dom.js";

/**
 * What a window of its own says in place of everything else.
 *
 * @param {string} title
 * @param {string} text
 * @param {HTMLElement[]} [buttons]
 */
export function tell(title, text, buttons = []) {
  const heading = h("h1", { tabindex: "-1" }, title);
  fill(find("#box"), heading, h("p", null, text), h("div", { class: "buttons" }, buttons));
  (buttons[0] ?? heading).focus();
}
