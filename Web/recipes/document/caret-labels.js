/** @typedef {import("./field-editor.js").ShownCursor} ShownCursor */
/** @typedef {import("../content/text-change.js").TextChange} TextChange */

/**
 * When each cursor was last moved, by the window it is of: a name stands at a cursor for as long as somebody does something
 * there, and then uncovers the text above it.
 *
 * @typedef {ReadonlyMap<string, { mark: string, at: number }>} CaretMoves
 */

/** @type {CaretMoves} */
export const noMoves = new Map();

/**
 * A name begins at its cursor; where it would end outside the field it begins as much earlier.
 *
 * @param {Element} mirror holds the cursors
 */
export function keepInside(mirror) {
  const carets = /** @type {HTMLElement[]} */ ([...mirror.querySelectorAll(".caret")]);
  if (carets.length === 0) return;
  const { right, width } = mirror.getBoundingClientRect();
  for (const one of carets) one.style.setProperty("--room", `${width}px`);
  const over = carets.map((one) =>
    one.getBoundingClientRect().left + parseFloat(getComputedStyle(one, "::after").width) - right);
  for (const [index, one] of carets.entries()) one.style.setProperty("--over", `${Math.max(0, Math.ceil(over[index]))}px`);
}

/**
 * @param {CaretMoves} before
 * @param {ShownCursor[]} cursors all there are now
 * @param {number} now milliseconds of any clock
 * @returns {CaretMoves} what moves because of others' writing keeps its mark, and so its time
 */
export const movesTo = (before, cursors, now) => new Map(cursors.map(({ id, mark }) => {
  const last = before.get(id);
  return [id, last?.mark === mark ? last : { mark, at: now }];
}));

/**
 * Who writes at the end of a text has the same mark there all the time.
 *
 * @param {CaretMoves} before
 * @param {ShownCursor[]} cursors where they were before the changes
 * @param {TextChange[]} changes others'
 * @param {number} now
 * @returns {CaretMoves}
 */
export function movesByWriting(before, cursors, changes, now) {
  const writes = (/** @type {ShownCursor} */ { head }) =>
    changes.some(({ at, remove }) => at <= head && head <= at + remove);
  const writers = new Set(cursors.filter(writes).map(({ id }) => id));
  return new Map([...before].map(([id, last]) => [id, writers.has(id) ? { ...last, at: now } : last]));
}
