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

/** @param {string} previous the account confirmed before */
export const untilNow = (previous) => isMadeByInvitation(previous)
  ? "Until now you had another account there, made when you first opened something." : `Until now you were ${previous} there.`;

/** @param {string} audience @returns {string} what each server learns where the app's may tell (docs/THREATS.md) */
export const addressWords = (audience) => `${hostOf(audience)} is given an address for it that leads here and names `
  + `nobody. Your messenger’s server sees that ${hostOf(audience)} has something for you, and not what.`;
