import { fill, h, newID } from "../../ui/dom.js";

/**
 * Where nobody can type together and two people wrote at once: both texts, and a choice.
 *
 * @param {HTMLElement} element
 * @param {{ here: string, other: string } | undefined} conflict
 * @param {(text: string) => void} resolve
 */
export function showConflict(element, conflict, resolve) {
  element.hidden = !conflict;
  if (!conflict) return;
  const id = newID();
  fill(element,
    h("p", { role: "alert" }, "Somebody else changed this at the same time. Which text shall it be?"),
    h("label", { class: "field", for: id }, h("span", { class: "label" }, "The other text"),
      h("textarea", { id, class: "input", readonly: true, rows: 4, value: conflict.other })),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "button slim",
        onclick: () => resolve(`${conflict.here}\n${conflict.other}`) }, "Keep both"),
      h("button", { type: "button", class: "button slim", onclick: () => resolve(conflict.other) },
        "Take the other"),
      h("button", { type: "button", class: "button slim primary",
        onclick: () => resolve(conflict.here) }, "Keep what is here")));
}
