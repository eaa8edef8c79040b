import { whenReleased } from "./when-released.js";

/** @typedef {PageChild} Child an element, a text, a list of those; what is absent is left out */

const properties = new Set(["value", "checked", "textContent", "indeterminate"]);

/**
 * Makes an element. What comes from people only ever becomes text: nothing here parses markup.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown> | null} [members] attributes; `onclick` and its like listen; null and
 *   false are left out
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, members, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(members ?? {})) set(element, name, value);
  element.append(...nodes(children));
  return element;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
export function set(element, name, value) {
  if (name.startsWith("on")) {
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (properties.has(name)) Object.assign(element, { [name]: value });
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** @param {readonly Child[]} children @returns {(Node | string)[]} */
const nodes = (children) => children.flatMap((child) => {
  if (child instanceof Array) return nodes(child);
  if (child === null || child === undefined || child === false || child === "") return [];
  return typeof child === "number" ? String(child) : child;
});

/**
 * @param {Element} parent
 * @param {Child[]} children take the place of what is there
 */
export const fill = (parent, ...children) => parent.replaceChildren(...nodes(children));

/**
 * @template {HTMLElement} [Found=HTMLElement]
 * @param {string} selector of what the page is known to hold
 * @param {ParentNode} [root]
 * @returns {Found}
 */
export const find = (selector, root = document) =>
  /** @type {Found} */ (root.querySelector(selector));

/**
 * Brings a list of elements in line with a list of values, touching only what changed, so that
 * focus, selection and scroll position stay where they are. What somebody is pressing is clicked first.
 *
 * @template Value
 * @param {Element} parent holds nothing else
 * @param {Value[]} values
 * @param {(value: Value) => string} key unique within the list
 * @param {(value: Value) => string} looks equal exactly while the element can stay as it is
 * @param {(value: Value) => Element} make
 */
export const keep = (parent, values, key, looks, make) =>
  whenReleased(parent, () => keepNow(parent, values, key, looks, make));

/**
 * As `keep`, whatever somebody is pressing.
 *
 * @template Value
 * @param {Element} parent
 * @param {Value[]} values
 * @param {(value: Value) => string} key
 * @param {(value: Value) => string} looks
 * @param {(value: Value) => Element} make
 */
export function keepNow(parent, values, key, looks, make) {
  /** @type {Map<string, Element>} */
  const there = new Map();
  for (const child of parent.children) there.set(shown.get(child)?.key ?? "", child);
  // An element that is moved loses the focus.
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const focused = parent.contains(active) ? active : undefined;
  /** @type {Element | null} */
  let next = parent.firstElementChild;
  for (const value of values) {
    const [name, look] = [key(value), looks(value)];
    let element = there.get(name);
    there.delete(name);
    if (!element || shown.get(element)?.look !== look) {
      const made = make(value);
      shown.set(made, { key: name, look });
      if (element) {
        if (element === next) next = element.nextElementSibling;
        // Whoever reads elsewhere by now stays there: it has the focus since they clicked in it.
        if (focused && element.contains(focused)) soon(() => focusable(made)?.focus({ preventScroll: true }));
        element.remove();
      }
      element = made;
    }
    if (element === next) next = element.nextElementSibling;
    else parent.insertBefore(element, next);
  }
  for (const gone of there.values()) gone.remove();
  if (focused?.isConnected &&
    document.activeElement !== focused) focused.focus({ preventScroll: true });
}

/**
 * After what runs now. A promise's reaction: browsers drop callbacks of their own, as `queueMicrotask` takes one, where a
 * page stands still while it opens a window.
 *
 * @param {() => void} act
 */
export const soon = (act) => void Promise.resolve().then(act);

/**
 * What values look like, to be compared: numbers of the protocol are bigint, which JSON has no form
 * for.
 *
 * @param {unknown} values
 */
export const lookOf = (values) =>
  JSON.stringify(values, (_, value) => (typeof value === "bigint" ? String(value) : value));

/** @type {WeakMap<Element, { key: string, look: string }>} */
const shown = new WeakMap();

/**
 * @param {Element} element
 * @returns {HTMLElement | null} it, or the first in it that takes the focus
 */
export const focusable = (element) => {
  const selector = "a[href], button:not(:disabled), input:not(:disabled), textarea, [tabindex]";
  return /** @type {HTMLElement | null} */ (
    element.matches(selector) ? element : element.querySelector(selector));
};

let count = 0;
/** @returns {string} an identifier for an element, new on this page */
export const newID = () => `g${(count += 1)}`;
