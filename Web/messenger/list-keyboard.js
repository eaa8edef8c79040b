/** @typedef {import("./conversation-list.js").ConversationList} ConversationList */

/**
 * Goes to a neighbour of the conversation that is open.
 *
 * @param {ConversationList} list
 * @param {number} by
 */
export function step({ app, shown }, by) {
  const at = shown.findIndex(({ conversationID }) => conversationID === app.threadID);
  const next = shown[at < 0 ? 0 : Math.max(0, Math.min(shown.length - 1, at + by))];
  if (next) app.go(next.conversationID);
}

/**
 * Down into the list, or to what was found; and the search is over.
 *
 * @param {ConversationList} list
 * @param {string} key
 */
export function searchKey(list, key) {
  const first = list.place.querySelector("a");
  if (key === "ArrowDown") return first?.focus();
  if (key === "Enter") first?.click();
  /** @type {HTMLInputElement} */ (list.search).value = "";
  list.draw();
}

/**
 * Arrows lead through the list, Tab out of it.
 *
 * @param {ConversationList} list
 * @param {string} key
 */
export function listKey({ place, search }, key) {
  const links = [...place.querySelectorAll("a")];
  const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[key] ?? at;
  if (next < 0) search.focus();
  else links[Math.min(next, links.length - 1)]?.focus();
}
