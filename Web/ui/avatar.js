import { h } from "./dom.js";
import { icon } from "./icons.js";

/** What somebody is called who has no name here, or none yet. */
export const nameless = "Somebody";

/** @param {string} name @returns {string} at most two letters; none of a name that is not known */
export function initials(name) {
  if (name === nameless) return "";
  const all = name.split(/[\s._-]+/u).filter(Boolean);
  // Signs and pictures stand for somebody only where there is nothing else.
  const letters = all.filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const words = letters.length > 0 ? letters : all;
  const first = (/** @type {string} */ word) => [...word][0].toLocaleUpperCase();
  return words.length < 2 ? (words.length ? first(words[0]) : "?")
    : first(words[0]) + first(words[words.length - 1]);
}

/** Colours there are. */
const tints = 8;

/**
 * The colour of a person. Of their name and nothing else: that is what the messenger and an app both know, and they
 * know it under different identifiers.
 *
 * @param {string} name
 * @returns {number} 0 to 7, always the same for a name
 */
export const tintOf = (name) => {
  let sum = 0;
  for (const letter of name.trim().toLowerCase()) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return sum % tints;
};

/**
 * The colours of people who are in one document. Each has their own; of those who would have the same the first by name
 * has it, and every other the next that nobody has. Messenger and apps know the same names, and so come to the same.
 *
 * @param {string[]} names of all of them
 * @param {string[]} [later] of who may come yet: they take what is left, so that whoever does not know them gives the same
 * @returns {(name: string) => number} of anybody
 */
export function tintsAmong(names, later = []) {
  const nameOf = (/** @type {string} */ name) => name.trim().toLowerCase();
  /** @type {Map<string, number>} */
  const given = new Map();
  for (const some of [names, later]) {
    const people = [...new Set(some.map(nameOf))].filter((name) => !given.has(name)).sort();
    const taken = new Set(given.values());
    const first = people.filter((name) => !taken.has(tintOf(name)) && taken.add(tintOf(name)));
    for (const name of first) given.set(name, tintOf(name));
    for (const name of people.filter((one) => !given.has(one))) {
      const own = tintOf(name);
      const free = Array.from({ length: tints }, (_, step) => (own + step) % tints).find((tint) => !taken.has(tint));
      if (free !== undefined) taken.add(free);
      given.set(name, free ?? own);
    }
  }
  return (name) => given.get(nameOf(name)) ?? tintOf(name);
}

/**
 * Of whom no name is known it shows neither letters nor a colour, which would be others a moment later.
 *
 * @param {string} name
 * @param {string} [size] `little` or `big`
 * @param {number} [tint] where they are shown among others
 */
export const avatar = (name, size = "", tint = tintOf(name)) =>
  h("span", { class: `avatar ${name === nameless ? "nameless" : `tint-${tint}`} ${size}`, "aria-hidden": "true" },
    initials(name) || icon("person"));

/**
 * The picture of a conversation: its photo, or two of the others, or the other.
 *
 * @param {{ name: string }[]} others
 * @param {string | undefined} photo address of an image
 * @param {string} [size]
 */
export function groupAvatar(others, photo, size = "") {
  if (photo) return h("img", { class: `avatar ${size}`, src: photo, alt: "" });
  if (others.length < 2) {
    return avatar(others[0]?.name ?? "You", size);
  }
  return h("span", { class: `avatar pair ${size}`, "aria-hidden": "true" },
    others.slice(0, 2).map(({ name }) => avatar(name)));
}
