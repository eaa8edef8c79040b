import { isOpenedFrom, takeRedirectedProof } from "../grove/bridge/redirected-proof.js";
import { messengerOf } from "./app.js";

/**
 * How this page was come to.
 *
 * @typedef {object} Arrival
 * @property {string} [messengerOrigin] where the address says that the person's messenger is
 * @property {boolean} isOpenedByMessenger whether its page opened this one: then it is asked without another click
 * @property {boolean} isToTell whether it was opened by one that says that it has not been asked yet for an address for
 *   notices
 * @property {import("./sharing/access.js").CameWithProof} [came] with a proof that was another account's, which the person has
 *   signed in to since
 * @property {boolean} [isUninvited] whether the person has said here, before they signed in, that nobody has invited them
 * @property {boolean} [isByItself] whether the page has gone there by itself: it found that they are in again
 * @property {import("../grove/bridge/redirected-proof.js").Redirected} [back] with what they came back from there
 */

/** In the entry of the history from which the messenger was asked: neither a reload nor the back key asks again. */
const asked = "hasAskedMessenger";

/** The same of a page that the messenger has opened and talks with: the browser has said that it is the messenger. */
const opened = "isOpenedByMessenger";

/** What stands in the history for it. */
export const isOpenedNow = { [opened]: true };

/** @param {Window} own @returns {Arrival} */
export function arrivalAt(own) {
  const back = takeRedirectedProof({ own });
  const kept = /** @type {string | undefined} */ (back?.kept?.messengerOrigin);
  const messengerOrigin = messengerOf(own.location.hash) ?? kept;
  const isOpenedByMessenger = !back && messengerOrigin !== undefined && !own.history.state?.[asked]
    && (own.history.state?.[opened] === true || isOpenedFrom(messengerOrigin, own.document.referrer));
  if (isOpenedByMessenger) own.history.replaceState({ [asked]: true }, "", own.location.href);
  const isToTell = isOpenedByMessenger && /[#&]collab-notices=1(&|$)/.test(own.location.hash);
  return { messengerOrigin, isOpenedByMessenger, isToTell, back };
}
