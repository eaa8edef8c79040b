/** Of a line that is too short for all of it, so much is the name's. */
const least = 0.45;

const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver((entries) => {
  for (const { target } of entries) fit(target);
});

/**
 * In a line of a name in quotation marks and what somebody did there, the name has the room that the deed leaves, and at
 * least its share; then the deed is cut, too. A name that is cut ends where its ellipsis does, so that the quote follows:
 * a browser leaves the part of a letter free that it had no room for.
 *
 * @param {Element} line of three: the opening quote, the element of the name, and the deed's
 * @returns {Element} it, which is fitted whenever its width changes
 */
export function fitted(line) {
  observer?.observe(line);
  return line;
}

/** @param {Element} line */
function fit(line) {
  const [quote, name, deed] = /** @type {[Text, HTMLElement, HTMLElement]} */ (/** @type {unknown} */ ([...line.childNodes]));
  const text = name.firstChild;
  if (!text || line.clientWidth === 0) return;
  const widthOf = (/** @type {Node} */ node, /** @type {number} */ end) => {
    const range = document.createRange();
    range.setStart(node, 0);
    range.setEnd(node, end);
    return range.getBoundingClientRect().width;
  };
  const letters = [...name.textContent ?? ""];
  const long = line.getBoundingClientRect().width - widthOf(quote, 1);
  const width = widthFor(letters.length, (count) => widthOf(text, letters.slice(0, count).join("").length),
    Math.max(least * long, long - Math.ceil(widthOf(deed, deed.childNodes.length))), () => ellipsisOf(name));
  name.style.width = width === undefined ? "" : `${width}px`;
}

/**
 * @param {number} letters how many there are
 * @param {(count: number) => number} widthOf the first of them
 * @param {number} room
 * @param {() => number} ellipsis its width
 * @returns {number | undefined} of as many as there is room for with an ellipsis; nothing where all of them have room
 */
export function widthFor(letters, widthOf, room, ellipsis) {
  if (widthOf(letters) <= room) return undefined;
  const left = room - ellipsis();
  let [fits, tooMany] = [0, letters];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (widthOf(middle) <= left) fits = middle;
    else tooMany = middle;
  }
  return Math.min(room, Math.ceil(widthOf(fits) + room - left));
}

/** @param {Element} element */
function ellipsisOf(element) {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return 0;
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  return context.measureText("…").width;
}
