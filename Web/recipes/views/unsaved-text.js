import { textStore } from "../session/text-store.js";
import { fieldTitles } from "./sentences.js";

/**
 * What a person wrote and no server will take any more.
 *
 * @typedef {{ field: string, text: string }} KeptText
 * @typedef {{ name: string, title: string, at: number, texts: KeptText[] }} Kept
 */

const prefix = (/** @type {string} */ account) => `recipes.kept.${account}.`;

/**
 * Keeps it in this browser until the person throws it away.
 *
 * @param {string} account
 * @param {string} documentID
 * @param {string} title
 * @param {KeptText[]} texts
 */
export function keepTexts(account, documentID, title, texts) {
  if (texts.length === 0) return;
  try {
    textStore.setItem(prefix(account) + documentID, JSON.stringify({ title, at: Date.now(), texts }));
  } catch {
    // It still stands on the page.
  }
}

/** @param {string} account @returns {Kept[]} */
export function keptTexts(account) {
  try {
    const names = Array.from({ length: textStore.length }, (_, index) => textStore.key(index) ?? "");
    return names.filter((name) => name.startsWith(prefix(account)))
      .map((name) => ({ name, ...JSON.parse(textStore.getItem(name) ?? "{}") }))
      .filter(({ texts }) => Array.isArray(texts));
  } catch {
    return [];
  }
}

/** @param {string} name */
export const discardKept = (name) => textStore.removeItem(name);

/** @param {string} title @returns {string} */
export const fileName = (title) => `${title.replace(/[\\/:*?"<>|]/g, " ").slice(0, 80)}.txt`;

/** @param {string} title @param {KeptText[]} texts @returns {string} as a file */
export const keptFile = (title, texts) =>
  [title, ...texts.map(({ field, text }) => `${fieldTitles[field] ?? field}\n${text}`)].join("\n\n");
