import { h, newID } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @typedef {{ label: string, icon?: import("./icons.js").IconName, danger?: boolean, run: () =>
 *   void }} MenuItem
 */

/**
 * A button with a menu (ARIA authoring practices: menu button): arrows, Home, End, first letters,
 * Escape; Tab leaves.
 *
 * @param {HTMLButtonElement} button
 * @param {() => MenuItem[]} items asked each time it opens
 */
export function menuButton(button, items) {
  // Long because its parts, small functions, share what is shown at the moment.
  const menu = h("div", { class: "menu", role: "menu", id: newID(), popover: "auto" });
  button.setAttribute("aria-haspopup", "menu");
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-controls", menu.id);
  button.after(menu);
  /** @returns {HTMLElement[]} */
  const entries = () => [...menu.querySelectorAll("button")];

  /** @param {number} focus the place of the item to begin with */
  const open = (focus) => {
    menu.replaceChildren(...items().map(({ label, icon: name, danger, run }) =>
      h("button", { type: "button", role: "menuitem", tabindex: "-1", class: danger && "danger",
        onclick: () => { menu.hidePopover(); run(); } }, name && icon(name), label)));
    menu.showPopover();
    place();
    entries().at(focus)?.focus();
  };
  const place = () => {
    // Where it stood before it may be too narrow for it now.
    menu.style.left = "0";
    const at = button.getBoundingClientRect();
    const [width, height] = [menu.offsetWidth, menu.offsetHeight];
    const left = Math.max(8, Math.min(at.right - width, innerWidth - width - 8));
    const below = at.bottom + 4 + height < innerHeight;
    menu.style.left = `${left}px`;
    menu.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - height - 4)}px`;
  };
  button.addEventListener("click", () => open(0));
  button.addEventListener("keydown", (event) => {
    if (event.altKey || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    open(event.key === "ArrowDown" ? 0 : -1);
  });
  menu.addEventListener("toggle", (event) => {
    const isOpen = event.newState === "open";
    // A page that is zoomed or turned would leave it where its button was.
    globalThis[isOpen ? "addEventListener" : "removeEventListener"]("resize", place);
    button.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen && (!document.activeElement || document.activeElement === document.body)) {
      button.focus();
    }
  });
  menu.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const all = entries();
    const place = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = nextPlace(event.key, place, all.map((entry) => entry.textContent ?? ""));
    if (event.key === "Tab") menu.hidePopover();
    if (event.key === "Escape") {
      // It means this menu, and not what the page does with it.
      event.preventDefault();
      event.stopPropagation();
      menu.hidePopover();
      button.focus();
    }
    if (next === undefined) return;
    event.preventDefault();
    all[next].focus();
  });
  return menu;
}

/**
 * Where a key leads in a list of choices.
 *
 * @param {string} key
 * @param {number} place
 * @param {string[]} labels
 * @returns {number | undefined} nothing for keys that lead nowhere
 */
export function nextPlace(key, place, labels) {
  const count = labels.length;
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (place + 1) % count;
  if (key === "ArrowUp") return (place - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key.length !== 1 || key === " ") return undefined;
  const start = key.toLocaleLowerCase();
  for (let step = 1; step <= count; step += 1) {
    const at = (place + step) % count;
    if (labels[at].trim().toLocaleLowerCase().startsWith(start)) return at;
  }
  return undefined;
}
