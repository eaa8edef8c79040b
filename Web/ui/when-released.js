/** Milliseconds between looks, and how long somebody may press until it is drawn all the same. */
const pause = 40;
const longest = 5_000;

/** @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();

/**
 * Draws now, or where somebody presses something in there, with a finger or a key, right after they let go: an element
 * that is replaced or moved between the two is never clicked. Where a menu is open in there, once it is closed: it would
 * go with its button. While it waits, only the latest counts.
 *
 * @param {Element} place what is drawn anew
 * @param {() => void} draw
 */
export function whenReleased(place, draw) {
  if (!isPressed(place) && !hasMenu(place)) {
    waiting.delete(place);
    return draw();
  }
  if (!waiting.has(place)) lookAgain(place, Date.now() + longest);
  waiting.set(place, draw);
}

/** @param {Element} place @param {number} until what is dragged, or a press whose end no browser told, holds up nothing for ever */
function lookAgain(place, until) {
  setTimeout(() => {
    const draw = waiting.get(place);
    if (!draw) return;
    if (hasMenu(place) || (isPressed(place) && Date.now() < until)) return lookAgain(place, until);
    waiting.delete(place);
    draw();
  }, pause);
}

/** @param {Element} place */
const isPressed = (place) => place.querySelector(":active") !== null;

/** @param {Element} place */
const hasMenu = (place) => place.querySelector(":popover-open") !== null;
