import { fill, h, newID } from "./dom.js";
import { icon } from "./icons.js";

/**
 * A modal dialog on the platform's own element: it keeps the focus inside, closes with Escape and
 * gives the focus back.
 *
 * @param {object} parts
 * @param {string} parts.title
 * @param {import("./dom.js").Child[]} parts.body
 * @param {HTMLElement[]} [parts.foot] buttons
 * @param {string} [parts.name] a class
 * @param {() => void} [parts.closed]
 */
export function openDialog({ title, body, foot = [], name = "", closed }) {
  const heading = h("h2", { id: newID() }, title);
  const main = h("div", { class: "dialog-body" }, ...body);
  const dialog = h("dialog", { class: name, "aria-labelledby": heading.id },
    h("header", { class: "dialog-head" }, heading,
      h("button", { type: "button", class: "icon-button", "aria-label": "Close",
        onclick: () => dialog.close() }, icon("close"))),
    main,
    foot.length > 0 && h("footer", { class: "dialog-foot buttons" }, foot));
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed?.();
  });
  // A click on the shade closes; not one that began inside, nor the second half of the double click
  // that opened it.
  let isOutside = false;
  dialog.addEventListener("mousedown", ({ target, detail }) =>
    (isOutside = target === dialog && detail < 2));
  dialog.addEventListener("click", ({ target }) => {
    if (isOutside && target === dialog) dialog.close();
  });
  // The second half of that double click may also fall on a button of the dialog, which opened under
  // the hand: it is nobody's answer.
  let isUsed = false;
  dialog.addEventListener("click", (event) => {
    if (event.detail < 2) isUsed = true;
    if (isUsed) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  // A double click opens it twice: the second takes the place of the first.
  for (const other of document.querySelectorAll("dialog[open]")) {
    if (other.querySelector("h2")?.textContent === title) {
      /** @type {HTMLDialogElement} */ (other).close();
    }
  }
  document.body.append(dialog);
  keepWidth();
  dialog.showModal();
  return {
    dialog, body: main, close: () => dialog.close(),
    /** @param {import("./dom.js").Child[]} children */
    show: (...children) => fill(main, ...children),
  };
}

/** While a dialog is open the page does not scroll: what stands in it stays where it is all the same. */
function keepWidth() {
  const { documentElement: page } = document;
  if (document.querySelector("dialog:modal")) return;
  page.style.setProperty("--scrollbar", `${innerWidth - page.clientWidth}px`);
}

/**
 * Asks before something that cannot be undone. The safe answer has the focus.
 *
 * @param {{ title: string, text: string, yes: string, no?: string, danger?: boolean }} question
 * @returns {Promise<boolean>}
 */
export const ask = ({ title, text, yes, no = "Cancel", danger }) =>
  new Promise((resolve) => {
    let answer = false;
    const { dialog } = openDialog({
      title, body: [h("p", null, text)],
      foot: [
        h("button", { type: "button", class: "button", autofocus: true,
          onclick: () => dialog.close() }, no),
        h("button", { type: "button", class: `button ${danger ? "danger" : "primary"}`,
          onclick: () => { answer = true; dialog.close(); } }, yes),
      ],
      closed: () => resolve(answer),
    });
  });
