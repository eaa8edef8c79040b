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

/** Colours there are, as in `surfaces.css`. */
const tints = 12;

/**
 * The colour of a person. Of their name and nothing else: that is what the messenger and an app both know, and they
 * know it under different identifiers. Two people of one document may have the same: whoever kept them apart would have
 * to know all of them, and each list, card and document knows others.
 *
 * @param {string} name
 * @returns {number} 0 to 11, always the same for a name
 */
export const tintOf = (name) => {
  let sum = 0;
  for (const letter of name.trim().toLowerCase()) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return sum % tints;
};

/**
 * Of whom no name is known it shows neither letters nor a colour, which would be others a moment later.
 *
 * @param {string} name
 * @param {string} [size] `little` or `big`
 */
export const avatar = (name, size = "") =>
  h("span", { class: `avatar ${name === nameless ? "nameless" : `tint-${tintOf(name)}`} ${size}`, "aria-hidden": "true" },
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
