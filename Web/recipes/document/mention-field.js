import { h, newID } from "../../ui/dom.js";
import { avatar } from "../../ui/avatar.js";
import { icon } from "../../ui/icons.js";
import { menuButton } from "../../ui/menu.js";

/** @typedef {import("../log/update-format.js").Mention} Mention */
/** @typedef {{ root: string, account: string, name: string }} Mentionable */

/**
 * Where a comment is written. Behind an `@` the people who take part are offered: arrows choose,
 * Enter or Tab takes, Escape closes; a button offers them, too.
 *
 * @param {object} parts
 * @param {() => Mentionable[]} parts.people
 * @param {() => void} parts.refresh asks who they are by now: somebody is about to be named
 * @param {(text: string, mentions: Mention[]) => void} parts.send
 * @param {(text: string) => void} parts.draftChanged with each change; with nothing once it is sent
 */
export function mentionField({ people, refresh: ask, send, draftChanged }) {
  // Long because its parts, small functions, share what is shown at the moment.
  const [id, list] = [newID(), newID()];
  const area = h("textarea", { id, class: "input", rows: 2, maxlength: 4000,
    placeholder: "Say something…", "aria-label": "New comment", "aria-autocomplete": "list",
    "aria-controls": list, "aria-describedby": `${id}-h` });
  const options = h("ul", { class: "listbox upward", id: list, role: "listbox",
    "aria-label": "People to mention", hidden: true });
  const told = h("p", { class: "spoken", role: "status" });
  const at = h("button", { type: "button", class: "icon-button", "aria-label": "Mention somebody",
    title: "Mention somebody" }, h("span", { "aria-hidden": "true" }, "@"));
  const post = h("button", { class: "button primary slim" }, icon("send"), "Comment");
  const form = h("form", { class: "comment-form" },
    h("div", { class: "combobox" }, area, options), told,
    h("div", { class: "comment-tools" },
      h("p", { class: "small quiet", id: `${id}-h` }, "@ to mention"), at, post));
  /** @type {Mentionable[]} */
  let offered = [];
  let active = -1;
  let mayMention = true;

  const close = () => {
    offered = [];
    active = -1;
    options.hidden = true;
    area.removeAttribute("aria-activedescendant");
  };
  /** @param {number} index */
  const point = (index) => {
    active = index;
    for (const [place, option] of [...options.children].entries()) {
      option.setAttribute("aria-selected", String(place === index));
      if (place === index) area.setAttribute("aria-activedescendant", option.id);
    }
  };
  const offer = () => {
    const typed = mayMention ? mentionBefore(area.value, area.selectionEnd) : undefined;
    if (typed !== undefined) ask();
    offered = typed === undefined ? [] : people().filter(({ name }) =>
      name.toLocaleLowerCase().startsWith(typed.toLocaleLowerCase())).slice(0, 8);
    if (offered.length === 0) return close();
    options.replaceChildren(...offered.map((person) =>
      h("li", { role: "option", id: newID(), "aria-selected": "false",
        onpointerdown: (/** @type {Event} */ event) => event.preventDefault(),
        onclick: () => take(person) },
      avatar(person.name, "little"), h("span", { class: "cut" }, person.name))));
    options.hidden = false;
    told.textContent = offered.length === 1 ? "1 person" : `${offered.length} people`;
    point(0);
  };
  /** @param {Mentionable} person */
  const take = (person) => {
    const caret = area.selectionEnd;
    const typed = mentionBefore(area.value, caret);
    const start = typed === undefined ? caret : caret - typed.length - 1;
    const gap = typed === undefined && start > 0 && !/\s/.test(area.value[start - 1]) ? " " : "";
    area.setRangeText(`${gap}@${person.name} `, start, caret, "end");
    draftChanged(area.value);
    close();
    area.focus();
  };

  area.addEventListener("input", offer);
  area.addEventListener("input", () => draftChanged(area.value));
  area.addEventListener("blur", close);
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return form.requestSubmit();
    if (options.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) point((active + step + offered.length) % offered.length);
    else if (event.key === "Enter" || event.key === "Tab") take(offered[active]);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = area.value.trim();
    if (!text) return area.focus();
    area.value = "";
    draftChanged("");
    close();
    send(text, mayMention ? mentionsIn(text, people()) : []);
  });
  menuButton(at, () => {
    ask();
    return people().map((person) => ({ label: person.name, run: () => { area.focus(); take(person); } }));
  });

  return {
    element: form,
    /** @param {boolean} may */
    allowMentions: (may) => {
      mayMention = may;
      refresh();
    },
    refresh,
    get draft() { return area.value.trim(); },
    set draft(text) { area.value = text; },
  };

  function refresh() {
    at.disabled = !mayMention || people().length === 0;
    const hint = form.querySelector(`#${id}-h`);
    if (hint) hint.textContent = !mayMention ? "Mentions are off"
      : people().length === 0 ? "No one to mention" : "@ to mention";
  }
}

/**
 * @param {string} text
 * @param {number} caret
 * @returns {string | undefined} what stands between the `@` of a mention being written and the caret
 */
export function mentionBefore(text, caret) {
  const match = /(?:^|[\s(])@([^\s@][^@\n]{0,30})?$/.exec(text.slice(0, caret));
  return match ? match[1] ?? "" : undefined;
}

/**
 * @param {string} text
 * @param {Mentionable[]} people
 * @returns {Mention[]} who is named in it; of two names of which one begins with the other, the
 *   longer that fits
 */
export function mentionsIn(text, people) {
  const longestFirst = [...people].sort((a, b) => b.name.length - a.name.length);
  /** @type {Map<string, Mention>} */
  const found = new Map();
  for (const match of text.matchAll(/@/g)) {
    const rest = text.slice(match.index ?? 0);
    const person = longestFirst.find(({ name }) => rest.startsWith(`@${name}`));
    if (person) found.set(person.root, { root: person.root, name: person.name, account: person.account });
  }
  return [...found.values()];
}
