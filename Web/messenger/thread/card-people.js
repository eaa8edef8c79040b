import { guestName, guestNote } from "../../grove/rules/notices/guest-name.js";
import { listed } from "../sentences.js";

/** @typedef {import("../../grove/rules/model/sharing-types.js").DocumentState} DocumentState */

/**
 * @param {Pick<DocumentState, "accounts" | "joined">} state
 * @param {string} me
 * @returns {string[]} accounts: who is in it first, this person behind the others like them
 */
export function inOrder({ accounts, joined }, me) {
  const rank = (/** @type {string} */ one) => (joined.includes(one) ? 0 : 2) + Number(one === me);
  return [...accounts].sort((one, other) => rank(one) - rank(other));
}

const capitalized = (/** @type {string} */ words) => words[0].toUpperCase() + words.slice(1);

/** Names of whom there is room for. */
const most = 3;

/** @param {string[]} others @returns {string} they and you; you are none of those who are only counted */
function withYou(others) {
  const rest = others.length - most;
  const named = others.slice(0, most).join(", ");
  return rest > 0 ? `${named}, you and ${rest} more` : `${named} and you`;
}

/**
 * Whoever sent its card shared it: where a device has heard of its person's own coming, but was added too late to hear of
 * everybody's, both are in it, and only the card tells who let in whom.
 *
 * @param {Pick<DocumentState, "accounts" | "joined">} state
 * @param {string} me
 * @param {string} [sender]
 * @returns {string[]} accounts; nobody where this person shared it
 */
function sharersOf({ accounts, joined }, me, sender) {
  if (sender !== undefined) return sender === me ? [] : [sender];
  return joined.includes(me) ? [] : accounts.filter((one) => one !== me && joined.includes(one));
}

/**
 * The people of a card, in words. By name and not as a number: it may have been shared elsewhere, too, with people who
 * are not known here.
 *
 * @param {Pick<DocumentState, "accounts" | "joined" | "guests" | "isTold">} state
 * @param {{ me: string, nameOf: (account: string) => string, host: string, members?: string[], sender?: string }} view
 *   `host`: the app's; `members`: accounts of the conversation that it stands in; `sender`: who shared it there
 * @returns {string[]} a sentence each; none where there is nobody else of whom nothing is told
 */
export function peopleWords({ accounts, joined, guests, isTold }, { me, nameOf, host, members = [], sender }) {
  const others = accounts.filter((one) => one !== me);
  const named = guests.map(({ name }) => name);
  const marked = named.map(guestName);
  const note = named.length > 0 ? [`${capitalized(guestNote(host))}.`] : [];
  // That this person is in it the app's server says, too: who was given it anew, or has lost all their devices, may hear
  // of nobody until they have opened it again.
  if (!isTold || !joined.includes(me)) {
    const sharers = sharersOf({ accounts, joined }, me, sender);
    const all = [...others.filter((one) => !sharers.includes(one)).map(nameOf), ...marked];
    const line = sharers.length === 0 ? `Shared with ${listed(all)}`
      : `Shared by ${listed(sharers.map(nameOf))} with ${listed(["you", ...all])}`;
    return sharers.length + all.length > 0 ? [line, ...note] : [];
  }
  const here = [...others.filter((one) => joined.includes(one)).map(nameOf), ...marked];
  // Of whom the app calls so one is in it already: that this is the very person nobody here knows, and it is likely.
  const invited = others.filter((one) => !joined.includes(one)).map(nameOf).filter((name) => !named.includes(name));
  // Who was taken out of it, has left it, or came to the conversation later reads the same thread, and may not open this.
  const without = members.filter((one) => one !== me && !accounts.includes(one)).map(nameOf).filter((name) => !named.includes(name));
  return [here.length > 0 ? `In it: ${withYou(here)}` : "Only you are in it",
    ...(invited.length > 0 ? [`${listed(invited)} can open it`] : []),
    ...(without.length > 0 ? [`${listed(without)} ${without.length > 1 ? "are" : "is"} not in it`] : []), ...note];
}
