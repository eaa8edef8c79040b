/**
 * One replacement in a text. Positions count UTF-16 units, as the DOM and Yjs do.
 *
 * @typedef {{ at: number, remove: number, insert: string }} TextChange
 */

/**
 * The replacement that makes one text of another, placed where the caret says it happened.
 *
 * @param {string} before
 * @param {string} after
 * @param {number} caret in `after`, behind what was typed
 * @returns {TextChange | undefined} nothing where they are equal
 */
export function changeBetween(before, after, caret = after.length) {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  // "aa" typed into "aaaa" could be anywhere; what follows the caret is known to be old.
  let end = 0;
  const longestEnd = Math.min(shorter, after.length - caret);
  while (end < longestEnd && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  let start = 0;
  while (start < shorter - end && before[start] === after[start]) start += 1;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  // A pair of surrogates is one character: it is replaced whole.
  if (start > 0 && isHigh(before.charCodeAt(start - 1))) start -= 1;
  if (end > 0 && isLow(before.charCodeAt(before.length - end))) end -= 1;
  return {
    at: start, remove: before.length - end - start, insert: after.slice(start, after.length - end),
  };
}

/** @param {number} unit */
const isHigh = (unit) => unit >= 0xd800 && unit < 0xdc00;
/** @param {number} unit */
const isLow = (unit) => unit >= 0xdc00 && unit < 0xe000;

/**
 * @param {string} text
 * @param {TextChange} change
 */
export const changed = (text, { at, remove, insert }) =>
  text.slice(0, at) + insert + text.slice(at + remove);

/**
 * Where a caret goes when somebody else's change is made. Text put in exactly there stays behind it.
 *
 * @param {number} index
 * @param {TextChange} change
 */
export function moved(index, { at, remove, insert }) {
  if (index <= at) return index;
  if (index >= at + remove) return index + insert.length - remove;
  return at;
}

/**
 * Yjs' form of a change as replacements, to be made in this order.
 *
 * @param {{ insert?: unknown, delete?: number, retain?: number }[]} delta
 * @returns {TextChange[]}
 */
export function changesOf(delta) {
  /** @type {TextChange[]} */
  const changes = [];
  let at = 0;
  for (const part of delta) {
    if (part.retain) at += part.retain;
    if (part.delete) changes.push({ at, remove: part.delete, insert: "" });
    if (typeof part.insert === "string") {
      changes.push({ at, remove: 0, insert: part.insert });
      at += part.insert.length;
    }
  }
  return changes;
}
