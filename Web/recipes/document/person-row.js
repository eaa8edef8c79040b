import { h } from "../../ui/dom.js";
import { avatar } from "../../ui/avatar.js";
import { shortTime } from "../../ui/time-format.js";

/** @typedef {import("./participants.js").Person} Person */

/**
 * Somebody who takes part, wherever they are listed. By the name they gave: what they sign in with is nobody
 * else's business.
 *
 * @param {Person} person
 * @param {boolean} isHere
 * @param {HTMLElement[]} buttons
 */
export const personRow = ({ name, isOwner, isMe, joinedAt }, isHere, ...buttons) =>
  rowOf(avatar(name, "little"), isMe ? `${name} (you)` : name, isOwner ? "Owner" : joinedAt ? `Joined ${when(joinedAt)}` : "",
    h("span", { class: isHere ? "here" : "small quiet" }, isHere ? "Here" : ""), ...buttons);

/**
 * Somebody by their name, which is what is asked before anything is done to them.
 *
 * @param {Person} person
 * @param {Person[]} people all of them
 * @returns {string} with the time at which they came in where somebody else is called so, too
 */
export function toldApart({ account, name, joinedAt }, people) {
  const plain = (/** @type {string} */ text) => text.trim().toLowerCase();
  const isAlone = people.every((one) => one.account === account || plain(one.name) !== plain(name));
  return isAlone || !joinedAt ? name : `${name} (joined ${when(joinedAt)})`;
}

/** @param {number} at */
function when(at) {
  const time = shortTime(at, Date.now());
  return time === "Yesterday" ? "yesterday" : time;
}

/** @param {string} name @param {string} detail @param {HTMLElement[]} rest */
export const row = (name, detail, ...rest) => rowOf(avatar(name, "little"), name, detail, ...rest);

/** @param {HTMLElement} picture @param {string} name @param {string} detail @param {HTMLElement[]} rest */
const rowOf = (picture, name, detail, ...rest) =>
  h("li", { class: "person" }, picture, h("span", { class: "person-text" }, h("span", { class: "cut" }, name),
      detail && h("span", { class: "small quiet" }, detail)), rest);
