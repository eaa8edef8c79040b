import { h } from "../../ui/dom.js";
import { say } from "../../ui/status.js";
import { sentenceOf } from "../views/sentences.js";

/**
 * The recipe's name. It is the server's: lists, links and invitations show it; the owner changes it.
 *
 * @param {string} title
 * @param {boolean} canRename
 * @param {(title: string) => Promise<void>} rename
 */
export function titleField(title, canRename, rename) {
  let saved = title;
  const heading = h("h1", { class: "recipe-name" }, title);
  const input = h("input", { class: "recipe-name", value: title, maxlength: 200, autocomplete: "off",
    "aria-label": "Name of the recipe" });
  const settle = async () => {
    const wanted = input.value.trim();
    if (!wanted || wanted === saved) return void (input.value = saved);
    const before = saved;
    saved = wanted;
    try {
      await rename(wanted);
    } catch (error) {
      input.value = saved = before;
      say(sentenceOf(error));
    }
  };
  input.addEventListener("change", settle);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") input.blur();
    if (event.key !== "Escape") return;
    input.value = saved;
    input.blur();
  });
  heading.className = canRename ? "spoken" : "recipe-name";
  return {
    element: h("div", { class: "title-place" }, heading, canRename && input),
    focus: () => { input.focus(); input.select(); },
    /** @param {string} now */
    show(now) {
      heading.textContent = now;
      if (now === saved) return;
      saved = now;
      if (document.activeElement !== input) input.value = now;
    },
  };
}
