/** @typedef {{ text: string, href?: string }} Piece */

// What may stand around an address in a sentence is no part of it.
const address = /\bhttps?:\/\/[^\s<>"“”]+/giu;
const tail = ".,;:!?'’*_~";

/**
 * Without the end of the sentence, and without a bracket that the sentence opened. One look at each
 * character: the text is somebody else's.
 *
 * @param {string} found
 */
function trimmed(found) {
  /** @type {Record<string, number>} closing brackets without an opening one */
  const excess = { ")": 0, "]": 0 };
  for (const letter of found) {
    if (letter in excess) excess[letter] += 1;
    else if (letter === "(") excess[")"] -= 1;
    else if (letter === "[") excess["]"] -= 1;
  }
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found[end - 1];
    if (tail.includes(last)) continue;
    if (!(excess[last] > 0)) break;
    excess[last] -= 1;
  }
  return found.slice(0, end);
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
export const isOnlyEmoji = (text) => text.length < 60 &&
  /^(?:\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}\uFE0F?)*\s*){1,3}$/u
    .test(text.trim());
