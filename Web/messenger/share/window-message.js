import { fill, find, h } from "../../ui/dom.js";

/**
 * What a window of its own says in place of everything else.
 *
 * @param {string} title
 * @param {string} text
 * @param {HTMLElement[]} [buttons]
 * @param {string} [more] what there is to know before a button is pressed
 */
export function tell(title, text, buttons = [], more) {
  const heading = h("h1", { tabindex: "-1" }, title);
  fill(find("#box"), heading, h("p", null, text), more && h("p", { class: "small quiet" }, more),
    h("div", { class: "buttons" }, buttons));
  (buttons[0] ?? heading).focus();
}
