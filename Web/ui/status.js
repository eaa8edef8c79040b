import { h } from "./dom.js";

/** @type {HTMLElement | undefined} */
let toasts;

/**
 * Says what has just happened, to eyes and to screen readers alike (WCAG 4.1.3). Stays long enough
 * to be read.
 *
 * @param {string} text
 */
export function say(text) {
  if (!toasts) {
    toasts = h("div", { class: "toasts", role: "status" });
    document.body.append(toasts);
  }
  // Inside an open modal dialog nothing outside it is seen or heard.
  const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (toasts.parentElement !== place) place.append(toasts);
  const toast = h("p", { class: "toast" }, text);
  toasts.replaceChildren(toast);
  setTimeout(() => toast.remove(), 4000 + text.length * 40);
}
