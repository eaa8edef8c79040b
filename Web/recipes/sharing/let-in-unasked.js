import { textStore } from "../session/text-store.js";

/**
 * That a messenger lets other devices of people in who have something already, and their owner is not asked each time: chosen
 * in such a question, for one account and one messenger, in this browser. Nobody else comes in by it as long as that
 * messenger is honest about whose devices they are.
 *
 * @typedef {import("../../grove/bridge/owner-actions.js").ActionQuestion} ActionQuestion
 */

/** Nobody comes or goes: the devices of those who have it are other ones. */
export const isOfDevices = (/** @type {ActionQuestion} */ { type, added, removed, replaced }) =>
  type === "participants" && replaced > 0 && added + removed === 0;

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

/**
 * Whether nobody need be asked. What is in somebody's place already is no new device: in place of another's it would take that
 * one out.
 *
 * @param {Pick<import("../server/app-server.js").AppServer, "participants">} server
 * @param {ActionQuestion} question
 * @param {string | undefined} account
 * @returns {Promise<boolean>}
 */
export async function isLetInUnasked(server, question, account) {
  const all = [question, ...question.others];
  if (account === undefined || messengerThatLetsIn(account) !== question.messengerOrigin || !all.every(isOfDevices)) return false;
  const areNew = all.map(async ({ collaborationID = "", newRoots }) => {
    const { participants } = await server.participants(collaborationID);
    return !participants.some(({ root }) => newRoots.includes(root));
  });
  return (await Promise.all(areNew).catch(() => [false])).every(Boolean);
}
