import { fromBase64URL } from "../log/base64url.js";
import { fields } from "../log/update-format.js";

/** @typedef {import("../log/update-format.js").Field} Field */
/** @typedef {import("../server/body-types.js").Present} Present */

/**
 * Where somebody's cursor is: two marks that the content can find again.
 *
 * @typedef {{ field: Field, anchor: string, head: string }} Cursor
 *
 * @typedef {object} PresentPerson one person, in however many windows
 * @property {string} account
 * @property {string} name
 * @property {boolean} isMe
 * @property {{ clientID: string, cursor: Cursor }[]} cursors of other windows than this one
 */

/**
 * @param {Present[]} present
 * @param {string} account this page's
 * @param {string} clientID this page's
 * @returns {PresentPerson[]} by name, this person last
 */
export function presentPeople(present, account, clientID) {
  /** @type {Map<string, PresentPerson>} */
  const people = new Map();
  for (const one of present) {
    const isMe = one.account === account;
    const person = people.get(one.account)
      ?? { account: one.account, name: one.displayName, isMe, cursors: [] };
    people.set(one.account, person);
    const cursor = one.clientID === clientID ? undefined : readCursor(one.state);
    if (cursor) person.cursors.push({ clientID: one.clientID, cursor });
  }
  return [...people.values()].sort(
    (a, b) => Number(a.isMe) - Number(b.isMe) || a.name.localeCompare(b.name));
}

/** @param {string} state others' programs write it @returns {Cursor | undefined} */
function readCursor(state) {
  if (!state) return undefined;
  try {
    const { field, anchor, head } = JSON.parse(new TextDecoder().decode(fromBase64URL(state)));
    const known = fields.find((name) => name === field);
    const isWhole = known && typeof anchor === "string" && typeof head === "string";
    return isWhole ? { field: known, anchor, head } : undefined;
  } catch {
    return undefined;
  }
}
