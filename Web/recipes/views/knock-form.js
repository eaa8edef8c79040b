import { h, newID } from "../../ui/dom.js";

/**
 * Asking the owner for access.
 *
 * @param {object} form
 * @param {string} form.why what led here; may be empty
 * @param {HTMLElement} form.who whose access is asked for
 * @param {HTMLElement} form.problem where it is said why it did not work
 * @param {(note: string) => void} form.knock
 * @param {() => void} form.back
 */
export function knockForm({ why, who, problem, knock, back }) {
  const id = newID();
  const note = h("input", { class: "input", id, maxlength: 200, autocomplete: "off",
    placeholder: "It is me, Bob from next door" });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    knock(note.value.trim());
  };
  return h("form", { class: "stack", onsubmit },
    why && h("p", { role: "alert" }, why),
    h("p", null, "You can ask the owner for access. They see the name you gave here and your note. "
      + "Anybody can give any name: write something they know you by."),
    who, h("div", { class: "field" }, h("label", { for: id }, "A note for the owner"), note), problem,
    h("button", { class: "button primary wide" }, "Ask for access"),
    h("button", { type: "button", class: "button plain wide", onclick: back }, "Back"));
}
