/** @typedef {{ text: string, href?: string }} Piece */

// What may stand around an address in a sentence is no part of it.
const address = /\bhttps?:\/\/[^\s<>"“”]+/giu;
const tail = /[.,;:!?'’*_~]+$/u;

/** @param {string} found @returns {string} without the bracket that the sentence opened */
function trimmed(found) {
  let text = found.replace(tail, "");
  while (/[)\]]$/u.test(text)) {
    const [open, close] = text.endsWith(")") ? ["(", ")"] : ["[", "]"];
    if (text.split(open).length >= text.split(close).length) break;
    text = text.slice(0, -1).replace(tail, "");
  }
  return text;
}

/** @param {string} text @returns {string | undefined} */
function href(text) {
  try {
    return new URL(text).href;
  } catch {
    return undefined;
  }
}

/**
 * Finds the web addresses in a text. Joined, the pieces are the text.
 *
 * @param {string} text
 * @returns {Piece[]}
 */
export function pieces(text) {
  /** @type {Piece[]} */
  const found = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const start = match.index ?? 0;
    const link = trimmed(match[0]);
    const target = href(link);
    if (!target) continue;
    if (start > end) found.push({ text: text.slice(end, start) });
    found.push({ text: link, href: target });
    end = start + link.length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

/** @param {string} text @returns {boolean} one to three pictures and nothing else */
export const isOnlyEmoji = (text) =>
  /^(?:\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}\uFE0F?)*\s*){1,3}$/u
    .test(text.trim());
