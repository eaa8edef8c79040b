import { h, keep } from "../../ui/dom.js";
import { avatar } from "../../ui/avatar.js";
import { fullTime, shortTime } from "../../ui/time-format.js";

/** @typedef {import("../session/comments-and-lines.js").CommentOrLine} CommentOrLine */

/**
 * What no field has taken up: lines of programs where fields are written whole, and whole fields where people type
 * together. They stand under the notes, each with its writer.
 */
export function linesList() {
  const list = h("ul", { class: "lines", "aria-label": "Lines that were added" });
  return {
    element: list,
    /** @param {CommentOrLine[]} lines */
    show: (lines) => keep(list, lines, ({ updateID }) => updateID, ({ sequence }) => String(sequence), line),
  };
}

/** @param {CommentOrLine} entry */
const line = ({ account, name, text, at }) =>
  h("li", { class: "line" }, avatar(name, "little"),
    h("div", null, h("p", { class: "line-text" }, text),
      h("p", { class: "small quiet" }, `${name}, `,
        h("time", { title: fullTime(at) }, shortTime(at, Date.now())))));
