import { textStore } from "../session/text-store.js";

/**
 * How a recipe ended for an account while it was open in this browser. The server tells whoever has no access the
 * same of everything; what this person has already been told can be said again.
 *
 * @typedef {"deleted" | "removed"} Ending
 * @typedef {{ heading: string, sentence: string, isFinal: boolean }} EndingWords
 */

/** @param {string} account @param {string} collaborationID */
const nameOf = (account, collaborationID) => `recipes.ended.${account}.${collaborationID}`;

/** @param {string} account @param {string} collaborationID @param {Ending} ending */
export function rememberEnding(account, collaborationID, ending) {
  try {
    textStore.setItem(nameOf(account, collaborationID), ending);
  } catch {
    // A full store: the page says less the next time.
  }
}

/** @param {string} account @param {string} collaborationID @returns {EndingWords | undefined} */
export const endingWords = (account, collaborationID) =>
  words[/** @type {Ending} */ (textStore.getItem(nameOf(account, collaborationID)) ?? "")];

/** @type {Record<Ending, EndingWords>} */
const words = {
  deleted: { isFinal: true, heading: "This recipe was deleted",
    sentence: "Its owner deleted it, and it is gone for everybody." },
  removed: { isFinal: false, heading: "You have no access any more", sentence: "The owner took you out of this "
    + "recipe, or stopped sharing it. If you were invited again, open it with your messenger." },
};
