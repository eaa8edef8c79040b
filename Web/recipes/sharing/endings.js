import { textStore } from "../session/text-store.js";

/**
 * How what was shared ended for an account while it was open in this browser. The server tells whoever has no access the
 * same of everything; what this person has already been told can be said again.
 *
 * @typedef {"deleted" | "stopped" | "removed" | "left" | "no_access" | "refused" | "unseen"} Ending `no_access`: nobody has said
 *   which of two; `refused`: their invitation was taken back, as their messenger says; `unseen`: it was not open in this
 *   browser when it ended
 * @typedef {{ heading: string, sentence: string, isFinal: boolean, again?: { words: string, isPrimary?: boolean } }}
 *   EndingWords `again`: what the button to the messenger says, where that may help
 */

const invitedAgain = { words: "I was invited again: open with your messenger" };

/** @param {import("./nouns.js").Noun} noun @returns {Record<Ending, EndingWords>} */
export const endingWords = (noun) => ({
  deleted: { isFinal: true, heading: `This ${noun} was deleted`,
    sentence: "Its owner deleted it, and it is gone for everybody." },
  stopped: { isFinal: true, heading: `This ${noun} is not shared any more`,
    sentence: "Its owner stopped sharing it with everybody. Shared again, it has another link." },
  // The server says the same where another account of theirs has taken the invitation over (protocol 8.9.5).
  removed: { isFinal: false, heading: "You have no access any more", again: invitedAgain,
    sentence: `The owner took you out of this ${noun}, or your invitation is used with another account now.` },
  left: { isFinal: false, heading: `You left this ${noun}`, again: { words: "Join again with your messenger", isPrimary: true },
    sentence: "If you were invited to it, you can join again. The others are told." },
  no_access: { isFinal: false, heading: "You have no access any more",
    sentence: `The owner took you out of this ${noun} or stopped sharing it, or your invitation is used with another account now.`,
    again: invitedAgain },
  refused: { isFinal: false, heading: "It is not shared with you any more", again: invitedAgain,
    sentence: `You were invited to this ${noun}, and are not any more: it was taken back, or it is over for everybody. `
      + "Ask whoever shared it, in your conversation." },
  unseen: { isFinal: false, heading: "You cannot open this any more", again: { words: "Ask your messenger", isPrimary: true },
    sentence: `You could open this ${noun} before. Since then you have left it or opened it with another account, or its owner took `
      + "you out, stopped sharing it or deleted it. Your messenger may know which, and opens it if you were invited again." },
});

/** @param {unknown} ending @returns {ending is Ending} */
export const isEnding = (ending) => typeof ending === "string" && Object.hasOwn(endingWords("document"), ending);

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

/** Documents that are remembered to have been somebody's, the latest of them. */
const mostHad = 500;

/** @param {string} account */
const hadName = (account) => `recipes.had.${account}`;

/** @param {string} account @returns {string[]} */
function hadBy(account) {
  try {
    const had = JSON.parse(textStore.getItem(hadName(account)) ?? "[]");
    return Array.isArray(had) ? had : [];
  } catch {
    return [];
  }
}

/**
 * It is open again: how it ended once says nothing about the next time.
 *
 * @param {string} account @param {string} collaborationID
 */
export const forgetEnding = (account, collaborationID) => textStore.removeItem(nameOf(account, collaborationID));

/**
 * These are shared with them: when one ends while this browser does not see it, they are not taken for somebody who was
 * never in it, and sent to knock at what is gone.
 *
 * @param {string} account
 * @param {readonly string[]} collaborationIDs
 */
export function rememberAccess(account, collaborationIDs) {
  const had = hadBy(account);
  const news = collaborationIDs.filter((id) => !had.slice(-mostHad / 2).includes(id));
  if (news.length === 0) return;
  try {
    const all = [...had.filter((id) => !news.includes(id)), ...news];
    textStore.setItem(hadName(account), JSON.stringify(all.slice(-mostHad)));
  } catch {
    // A full store: the page says less the next time.
  }
}

/** Milliseconds for which it is remembered that somebody has asked for access: as long as asking again does nothing. */
const askedFor = 24 * 3600 * 1000;

/** @param {string} account @param {string} collaborationID */
const askedName = (account, collaborationID) => `recipes.asked.${account}.${collaborationID}`;

/** @param {string} account @param {string} collaborationID @param {number} now */
export function rememberAsking(account, collaborationID, now) {
  try {
    textStore.setItem(askedName(account, collaborationID), String(now));
  } catch {
    // A full store: the page offers it again the next time.
  }
}

/** @param {string} account @param {string} collaborationID */
export const forgetAsking = (account, collaborationID) => textStore.removeItem(askedName(account, collaborationID));

/** @param {string} account @param {string} collaborationID @param {number} now @returns {boolean} whether they have asked for access */
export const hasAsked = (account, collaborationID, now) =>
  now - Number(textStore.getItem(askedName(account, collaborationID)) ?? 0) < askedFor;

/**
 * @param {string} account
 * @param {string} collaborationID
 * @param {import("./nouns.js").Noun} noun
 * @returns {EndingWords | undefined}
 */
export function rememberedEnding(account, collaborationID, noun) {
  const ending = textStore.getItem(nameOf(account, collaborationID));
  if (isEnding(ending)) return endingWords(noun)[ending];
  return hadBy(account).includes(collaborationID) ? endingWords(noun).unseen : undefined;
}
