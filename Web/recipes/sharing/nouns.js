import { textStore } from "../session/text-store.js";

/**
 * What is behind a link of this server, in a word. Where there are drives, nobody knows before they have access whether it
 * is a recipe or something in a drive: until then it is a document.
 *
 * @typedef {"recipe" | "file" | "folder" | "document"} Noun
 */

/** @type {readonly string[]} */
const nouns = ["recipe", "file", "folder"];

/** @param {string} collaborationID */
const nameOf = (collaborationID) => `recipes.noun.${collaborationID}`;

/**
 * So that this browser says the right word once it is over, too.
 *
 * @param {string} collaborationID
 * @param {Noun} noun
 */
export function rememberNoun(collaborationID, noun) {
  try {
    textStore.setItem(nameOf(collaborationID), noun);
  } catch {
    // A full store: the page says “document” then.
  }
}

/**
 * @param {{ drive?: boolean }} config
 * @param {string} [collaborationID]
 * @returns {Noun}
 */
export function nounOf({ drive }, collaborationID = "") {
  const kept = textStore.getItem(nameOf(collaborationID)) ?? "";
  if (nouns.includes(kept)) return /** @type {Noun} */ (kept);
  return drive ? "document" : "recipe";
}
