import { names } from "../model/record-names.js";

/**
 * Whether a document ended for everybody: nothing is left to be decided about it, and no invitation opens it again.
 *
 * @param {import("../invitations/document-state.js").ToldEnding} told
 */
export const isFinal = ({ how }) => how === "deleted" || how === "stopped";

/**
 * @template {{ collaboration: import("../model/sharing-types.js").CollaborationKey }} One
 * @param {import("../model/records.js").Reader} records
 * @param {One[]} found
 * @returns {One[]} without those whose document has ended for everybody. That only this account was taken out or
 *   refused says nothing of the others' devices
 */
export const stillShared = (records, found) => found.filter(({ collaboration }) => {
  const told = records.get(names.toldEnding(collaboration));
  return !told || !isFinal(told);
});
