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
  const heading = h("h1", { class: "recipe-name", dir: "auto" }, title);
  // As high as its name is long: on a phone that is more than a line.
  const input = h("textarea", { class: "recipe-name", rows: 1, maxlength: 200, autocomplete: "off",
    dir: "auto", "aria-label": "Name of the recipe" });
  const fit = () => {
    input.style.height = "auto";
    input.style.height = `${input.scrollHeight + input.offsetHeight - input.clientHeight}px`;
  };
  const put = (/** @type {string} */ text) => {
    input.value = text;
    fit();
  };
  input.value = title;
  new ResizeObserver(fit).observe(input);
  const settle = async () => {
    // It has one line, whatever was pasted.
    const wanted = input.value.replace(/\s+/gu, " ").trim();
    put(wanted || saved);
    if (!wanted || wanted === saved) return;
    const before = saved;
    saved = wanted;
    try {
      await rename(wanted);
    } catch (error) {
      put(saved = before);
      say(sentenceOf(error));
    }
  };
  input.addEventListener("change", settle);
  input.addEventListener("input", fit);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      input.blur();
    }
    if (event.key !== "Escape") return;
    put(saved);
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
      if (document.activeElement !== input) put(now);
    },
  };
}
