import { keyOf, names } from "../model/record-names.js";
import { all } from "../model/records.js";

/**
 * Whose access to a document the person has decided to leave as it is, while they changed who is in the conversation:
 * that is offered no more. It is forgotten as soon as the people concerned come or go once more.
 *
 * @typedef {object} DeclinedChanges
 * @property {import("../model/sharing-types.js").CollaborationKey} collaboration
 * @property {string[]} gains accounts that are in the conversation and shall not have the document
 * @property {string[]} loses accounts that are not in it any more and keep it
 *
 * @typedef {import("../model/sharing-types.js").MembershipOffer["documents"][number]} Change
 */

/**
 * What is left of a change.
 *
 * @param {import("../model/records.js").Reader} records
 * @param {string} conversationID
 * @param {Change} change
 * @returns {Change}
 */
export function withoutDeclined(records, conversationID, change) {
  const declined = records.get(names.declined(conversationID, change.collaboration));
  if (!declined) return change;
  return {
    ...change, gains: change.gains.filter((one) => !declined.gains.includes(one)),
    loses: change.loses.filter((one) => !declined.loses.includes(one)),
    ...(change.left && { left: change.left.filter((one) => !declined.loses.includes(one)) }),
  };
}

/**
 * @param {import("../model/records.js").Records} records
 * @param {string} conversationID
 * @param {Pick<Change, "collaboration" | "gains" | "loses">} change what shall not be made
 */
export function decline(records, conversationID, { collaboration, gains, loses }) {
  const name = names.declined(conversationID, collaboration);
  const before = records.get(name) ?? { gains: [], loses: [] };
  records.put(name, {
    collaboration: keyOf(collaboration), gains: [...new Set([...before.gains, ...gains])],
    loses: [...new Set([...before.loses, ...loses])],
  });
}

/**
 * The conversation was not changed after all: nothing was decided about anybody.
 *
 * @param {import("../model/records.js").Records} records
 * @param {string} conversationID
 * @param {Pick<Change, "collaboration" | "gains" | "loses">} change
 */
export function undecline(records, conversationID, { collaboration, gains, loses }) {
  const name = names.declined(conversationID, collaboration);
  const before = records.get(name);
  if (!before) return;
  const left = { ...before, gains: before.gains.filter((one) => !gains.includes(one)),
    loses: before.loses.filter((one) => !loses.includes(one)) };
  records.put(name, left.gains.length + left.loses.length > 0 ? left : undefined);
}

/**
 * Who comes back or goes again is a new question.
 *
 * @param {import("../model/records.js").Records} records
 * @param {{ conversationID: string, members: string[] }} roster
 */
export function forgetDeclined(records, { conversationID, members }) {
  for (const { collaboration, gains, loses } of all(records, names.declined(conversationID))) {
    const still = { collaboration, gains: gains.filter((one) => members.includes(one)),
      loses: loses.filter((one) => !members.includes(one)) };
    if (still.gains.length === gains.length && still.loses.length === loses.length) continue;
    const isOver = still.gains.length + still.loses.length === 0;
    records.put(names.declined(conversationID, collaboration), isOver ? undefined : still);
  }
}
