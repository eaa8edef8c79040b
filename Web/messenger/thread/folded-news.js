import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { counted } from "../sentences.js";

/** @typedef {import("./thread-view.js").ThreadView} ThreadView */

/** Where several strips would take the place of the conversation: on a phone, beside the list in a narrow window, and in a low one. */
const scarce = "(max-width: 60rem), (max-height: 40rem)";

/** Among the names of what stands unfolded above the lines: all of it. */
const everything = "everything";

/**
 * What stands in one line for several strips.
 *
 * @param {object} strips
 * @param {number} strips.questions about documents, which wait for an answer
 * @param {number} strips.news documents in which something happened
 * @param {boolean} strips.isMentioned whether somebody mentioned this person in one
 */
export function foldedWords({ questions, news, isMentioned }) {
  const asked = questions === 1 ? "A question" : `${questions} questions`;
  const what = questions === 0 ? `${counted(news, "document")} ${news === 1 ? "has" : "have"} news`
    : news === 0 ? `${asked} about documents` : `${asked}, and news of ${counted(news, "document")}`;
  return isMentioned ? `${what}. You are mentioned` : what;
}

/** @type {WeakSet<ThreadView>} */
const followed = new WeakSet();

/**
 * Whether what is above the lines is folded where there is more than one strip of it. It is drawn anew as the window
 * changes, for as long as the conversation is open.
 *
 * @param {ThreadView} view
 */
export function hasToFold(view) {
  const room = matchMedia(scarce);
  if (followed.has(view)) return room.matches;
  followed.add(view);
  const changed = () => {
    if (view.isOpen) void view.drawBanners();
    else room.removeEventListener("change", changed);
  };
  room.addEventListener("change", changed);
  view.banners.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !isUnfolded(view) || !foldOf(view)) return;
    event.preventDefault();
    foldOf(view)?.focus();
    turn(view);
  });
  return room.matches;
}

/** @param {ThreadView} view */
export const isUnfolded = (view) => view.unfolded.has(everything);

/**
 * What was unfolded was what stood there then.
 *
 * @param {ThreadView} view
 */
export const foldAgain = (view) => void view.unfolded.delete(everything);

/** @param {ThreadView} view */
const foldOf = (view) => /** @type {HTMLElement | null} */ (view.banners.querySelector(":scope > .fold"));

/** @param {ThreadView} view */
function turn(view) {
  if (!view.unfolded.delete(everything)) view.unfolded.add(everything);
  void view.drawBanners();
}

/** @param {ThreadView} view @param {string} words */
export const foldLine = (view, words) =>
  h("button", { type: "button", class: "fold", "aria-expanded": String(isUnfolded(view)), onclick: () => turn(view) },
    h("span", null, words), icon("down"));
