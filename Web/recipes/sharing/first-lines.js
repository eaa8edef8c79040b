/** What the server takes of a document for its cards (protocol 12.8). */
const most = { lines: 3, bytes: 280 };

/**
 * What a text begins with, for the cards of its document: lines with something in them, in whole characters.
 *
 * @param {readonly string[]} texts one after the other
 * @returns {string} empty where nothing is written
 */
export function firstLines(texts) {
  // Far more than is taken: a long recipe is not gone through at each stroke.
  const beginning = texts.map((text) => text.slice(0, 4000)).join("\n");
  const lines = beginning.split("\n").map((line) => line.replace(/[\p{Cc}\p{Cs}]/gu, " ").trim());
  return cut(lines.filter(Boolean).slice(0, most.lines).join("\n"), Infinity, most.bytes).trimEnd();
}

/**
 * @param {string} text
 * @param {number} length of letters, as people count them
 * @param {number} bytes of UTF-8
 */
export function cut(text, length, bytes) {
  const letters = [...text].slice(0, length);
  while (new TextEncoder().encode(letters.join("")).length > bytes) letters.pop();
  return letters.join("");
}
