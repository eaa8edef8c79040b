import { h, newID } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {{ id: string, label: string, detail?: string, picture?: Node }} Suggestion */

/**
 * A field for several people (ARIA authoring practices: editable combobox with list autocomplete):
 * who was chosen stands in front as tokens; arrows move in the list, Enter takes, Escape closes,
 * Backspace in the empty field takes the last token back.
 *
 * @param {object} parts
 * @param {string} parts.label
 * @param {string} [parts.hint] under the field
 * @param {string} [parts.placeholder]
 * @param {(text: string, chosen: string[]) => Suggestion[]} parts.suggest what is known here
 * @param {(text: string) => Promise<Suggestion>} parts.lookUp asks for what was typed in full;
 *   throws what `explain` says in words
 * @param {(error: unknown) => string} parts.explain
 * @param {(chosen: Suggestion[]) => void} parts.changed
 */
export function peopleField({ label, hint, placeholder, suggest, lookUp, explain, changed }) {
  // Long because its parts, small functions, share what is shown at the moment.
  const [list, problem] = [newID(), newID()];
  const input = h("input", { id: newID(), type: "text", role: "combobox", placeholder,
    autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-expanded": "false",
    "aria-controls": list, "aria-autocomplete": "list", "aria-describedby": problem });
  const box = h("div", { class: "tokens", onclick: () => input.focus() }, input);
  // In the top layer, so that no dialog cuts it.
  const listbox = h("ul", { class: "listbox", id: list, role: "listbox", "aria-label": label,
    popover: "manual" });
  const message = h("p", { id: problem, class: "small quiet", role: "status" }, hint);
  /** @type {Suggestion[]} */
  let offered = [];
  /** @type {Suggestion[]} */
  let chosen = [];
  let active = -1;
  /** @type {{ text: string, end: Promise<void> } | undefined} what is looked up: leaving the field asks no second time */
  let looking;

  const isOpen = () => input.getAttribute("aria-expanded") === "true";
  const close = () => {
    if (isOpen()) listbox.hidePopover();
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  /** @param {number} place */
  const point = (place) => {
    active = place;
    [...listbox.children].forEach((option, at) => {
      option.setAttribute("aria-selected", String(at === place));
      if (at === place) option.scrollIntoView({ block: "nearest" });
    });
    const option = listbox.children[place];
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
  };
  const offer = () => {
    offered = suggest(input.value.trim(), chosen.map(({ id }) => id));
    if (offered.length === 0) return close();
    listbox.replaceChildren(...offered.map((one) =>
      h("li", { role: "option", id: newID(), "aria-selected": "false",
        onpointerdown: (/** @type {Event} */ event) => event.preventDefault(),
        onclick: () => add(one) },
      one.picture, h("span", { class: "cut" }, one.label, " ",
        one.detail && h("span", { class: "quiet small" }, one.detail)))));
    if (!isOpen()) listbox.showPopover();
    input.setAttribute("aria-expanded", "true");
    const { left, bottom, width } = box.getBoundingClientRect();
    Object.assign(listbox.style, { left: `${left}px`, top: `${bottom + 4}px`,
      width: `${width}px` });
    point(input.value.trim() ? 0 : -1);
  };
  /** @param {string} text @param {boolean} [isError] */
  const tell = (text, isError = false) => {
    message.textContent = text || hint || "";
    message.className = isError ? "small error" : "small quiet";
    input.setAttribute("aria-invalid", String(isError));
  };
  const drawTokens = () => {
    for (const token of box.querySelectorAll(".token")) token.remove();
    input.before(...chosen.map((one) =>
      h("span", { class: "token" }, h("span", { class: "cut" }, one.label),
        h("button", { type: "button", "aria-label": `Remove ${one.label}`,
          onclick: () => remove(one) }, icon("close")))));
    input.placeholder = chosen.length > 0 ? "" : placeholder ?? "";
    changed(chosen);
  };
  /** @param {Suggestion} one @param {boolean} [isHere] whoever has gone on to another field meanwhile stays there */
  const add = (one, isHere = true) => {
    if (!chosen.some(({ id }) => id === one.id)) chosen = [...chosen, one];
    input.value = "";
    tell("");
    close();
    drawTokens();
    if (isHere) input.focus();
  };
  /** @param {Suggestion} one */
  const remove = (one) => {
    chosen = chosen.filter(({ id }) => id !== one.id);
    drawTokens();
    input.focus();
  };
  /** @param {string} text */
  const look = async (text) => {
    tell("Looking…");
    input.setAttribute("aria-busy", "true");
    try {
      const one = await lookUp(text);
      const [rest, isHere] = [input.value, document.activeElement === input];
      add(one, isHere);
      // Whatever was typed meanwhile is somebody else, who may be known here.
      if (rest.trim() !== text) input.value = rest;
      if (isHere && input.value) offer();
    } catch (error) {
      tell(explain(error), true);
    } finally {
      input.removeAttribute("aria-busy");
      looking = undefined;
    }
  };
  /** @returns {Promise<void>} */
  const take = async () => {
    const text = input.value.trim();
    const one = active >= 0 ? offered[active] : undefined;
    if (one) return add(one);
    if (!text) return;
    if (looking && looking.text !== text) {
      await looking.end;
      return take();
    }
    looking ??= { text, end: look(text) };
    await looking.end;
  };

  input.addEventListener("input", () => { tell(""); offer(); });
  input.addEventListener("click", offer);
  input.addEventListener("blur", () => { close(); if (input.value.trim()) void take(); });
  input.addEventListener("keydown", (event) => {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen()) return offer();
      const step = key === "ArrowDown" ? 1 : -1;
      return point((active + step + offered.length + (active < 0 && step < 0 ? 1
        : 0)) % offered.length);
    }
    if (key === "Enter" || key === ",") {
      if (!input.value.trim() && active < 0) return;
      event.preventDefault();
      return void take();
    }
    if (key === "Escape" && isOpen()) {
      event.preventDefault();
      event.stopPropagation();
      return close();
    }
    if (key === "Backspace" && !input.value) {
      const last = chosen.at(-1);
      if (last) remove(last);
    }
  });

  const element = h("div", { class: "field" },
    h("label", { for: input.id }, label), box, listbox, message);
  return {
    element, input,
    get chosen() { return chosen; },
    /** @param {Suggestion[]} people */
    choose: (people) => { chosen = people; drawTokens(); },
    /** Takes what still stands in the field, too. */
    settle: async () => { if (input.value.trim()) await take(); return chosen; },
  };
}
