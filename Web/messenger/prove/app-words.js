import { h } from "../../ui/dom.js";
import { shownAppName } from "../app-name.js";
import { hostOf } from "../sentences.js";

/**
 * The name of an account that an invitation has made is sixteen bytes that nobody chose (protocol 8.9).
 *
 * @param {string} account
 */
const isMadeByInvitation = (account) => account.startsWith("invited-");

/** @param {string} account that was allowed for an app @returns {string} after the app's name */
export const accountWords = (account) =>
  isMadeByInvitation(account) ? "with the account that your invitation made" : `as ${account}`;

/**
 * @param {string} account that is asked about
 * @param {string} [name] how the app calls who has it
 * @returns {string} by which the person knows it
 */
export const shownAccount = (account, name) =>
  isMadeByInvitation(account) ? name?.trim() || "somebody with an account that an invitation made" : account;

/**
 * Where an invitation was to make the account, this browser does not learn whether it did, or whether a code led to another.
 *
 * @param {string} previous the account confirmed before
 * @returns {string} to somebody who is signed in there with one that was not confirmed
 */
export const otherThanBefore = (previous) => isMadeByInvitation(previous)
  ? "You have opened something there before without signing in. The account that you are signed in with now may be another "
    + "one: allow it only if it is yours."
  : `The last account that you allowed there is ${previous}. Allow this one only if both are yours.`;

/**
 * The messenger does not hear which accounts the app has taken: the last one may have been refused, so it is not the one to
 * go on with for sure. By the invitation of a document that was opened before the app finds the account that it was opened with.
 *
 * @param {string} previous
 * @param {string} title
 * @returns {string} to somebody who is not signed in there: how to go on with the account that they have
 */
export const wayBack = (previous, title) => isMadeByInvitation(previous)
  ? "Until now you had another account there, made when you first opened something. If you allow this, the app asks for a code "
    + "from where you are signed in with that one, or makes you a new one. To go on with that account press Cancel and sign in "
    + "there first, with such a code or a password."
  : `If you have opened “${title}” before, press Allow: the app lets you go on with the account that you opened it with. `
    + `Otherwise, to go on with an account that you have there, press Cancel and sign in there. You allowed ${previous} last.`;

/**
 * The app by its host, which nobody else can have, and the name it gives itself, which anybody could.
 *
 * @param {string} audience
 * @param {string} [appName] as its card has it
 * @returns {import("../../ui/dom.js").Child[]}
 */
export function appWords(audience, appName) {
  const [host, name] = [hostOf(audience), shownAppName(audience, appName)];
  return name ? [h("strong", null, h("bdi", null, name)), ` (${host})`] : [h("strong", null, host)];
}

/**
 * @param {string} audience
 * @param {string} [what] it is about
 * @returns {string} what each server can do and learns where the app's may tell (docs/THREATS.md)
 */
export const newsWords = (audience, what = "this document") => `${hostOf(audience)} can send you news about ${what}. Your `
  + `messenger’s server learns that ${hostOf(audience)} has news for you, but not what.`;
