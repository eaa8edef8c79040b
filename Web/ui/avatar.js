import { h } from "./dom.js";

/** @param {string} name @returns {string} at most two letters */
export function initials(name) {
  const all = name.split(/[\s._-]+/u).filter(Boolean);
  // Signs and pictures stand for somebody only where there is nothing else.
  const letters = all.filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const words = letters.length > 0 ? letters : all;
  const first = (/** @type {string} */ word) => [...word][0].toLocaleUpperCase();
  return words.length < 2 ? (words.length ? first(words[0]) : "?")
    : first(words[0]) + first(words[words.length - 1]);
}

/** @param {string} id @returns {number} 0 to 7, always the same for an identifier */
export const tintOf = (id) => {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return sum % 8;
};

/**
 * @param {string} id
 * @param {string} name
 * @param {string} [size] `little` or `big`
 */
export const avatar = (id, name, size = "") =>
  h("span", { class: `avatar tint-${tintOf(id)} ${size}`, "aria-hidden": "true" }, initials(name));

/**
 * The picture of a conversation: its photo, or two of the others, or the other.
 *
 * @param {{ id: string, name: string }[]} others
 * @param {string | undefined} photo address of an image
 * @param {string} [size]
 */
export function groupAvatar(others, photo, size = "") {
  if (photo) return h("img", { class: `avatar ${size}`, src: photo, alt: "" });
  if (others.length < 2) {
    return avatar(others[0]?.id ?? "", others[0]?.name ?? "You", size);
  }
  return h("span", { class: `avatar pair ${size}`, "aria-hidden": "true" },
    others.slice(0, 2).map(({ id, name }) => avatar(id, name)));
}
