import { textStore } from "../session/text-store.js";
import { isOfDevices } from "./action-question.js";

/**
 * That a messenger lets other devices of people in who have something already, and their owner is not asked each time: chosen
 * in such a question, for one account and one messenger, in this browser. Nobody else comes in by it as long as that
 * messenger is honest about whose devices they are; that is why it is asked about.
 *
 * @typedef {import("../../grove/bridge/owner-actions.js").ActionQuestion} ActionQuestion
 */

/** @param {string} account */
const place = (account) => `recipes.lets-devices-in:${account}`;

/** @param {string} account @returns {string | undefined} the messenger's origin */
export const messengerThatLetsIn = (account) => textStore.getItem(place(account)) ?? undefined;

/** @param {string} account @param {string | undefined} messengerOrigin nothing: each time is asked about from now on */
export function letInUnasked(account, messengerOrigin) {
  try {
    if (messengerOrigin) textStore.setItem(place(account), messengerOrigin);
    else textStore.removeItem(place(account));
  } catch {
    // A full store: it is asked about again.
  }
}

/** @param {ActionQuestion} question @param {string | undefined} account @returns {boolean} whether nobody need be asked */
export const isLetInUnasked = (question, account) => account !== undefined
  && messengerThatLetsIn(account) === question.messengerOrigin && [question, ...question.others].every(isOfDevices);
