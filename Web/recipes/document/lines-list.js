import { h, keep } from "../../ui/dom.js";
import { avatar } from "../../ui/avatar.js";
import { fullTime, shortTime } from "../../ui/time-format.js";

/** @typedef {import("../session/comments-and-lines.js").CommentOrLine} CommentOrLine */

/**
 * Lines that came from programs that do not type letter by letter: they stand under the notes, each
 * with its writer.
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
