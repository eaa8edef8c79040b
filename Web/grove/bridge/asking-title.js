/** What the title of a page begins with while it asks its owner: the question comes up in one of several tabs. */
const words = "Answer needed ·";

/**
 * Questions that each page asks now, of whichever messenger.
 *
 * @type {WeakMap<Document, number>}
 */
const asked = new WeakMap();

/**
 * @param {Window} own the page
 * @param {import("./owner-actions.js").Confirm} confirm asks in it
 * @returns {import("./owner-actions.js").Confirm} the same, and says so in the title until it is answered or over
 */
export const askingInTitle = (own, confirm) => async (question, over) => {
  const end = marked(own);
  over.addEventListener("abort", end, { once: true });
  try {
    return await confirm(question, over);
  } finally {
    end();
  }
};

/** @param {Window} own @returns {() => void} ends it */
function marked(own) {
  const { document, MutationObserver } = /** @type {Window & typeof globalThis} */ (own);
  if (typeof document.title !== "string") return () => {};
  asked.set(document, (asked.get(document) ?? 0) + 1);
  const show = () => {
    if (!document.title.startsWith(words)) document.title = `${words} ${document.title}`;
  };
  show();
  // Whatever else the page is called meanwhile.
  const watch = MutationObserver && new MutationObserver(show);
  watch?.observe(document.head, { subtree: true, childList: true, characterData: true });
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    watch?.disconnect();
    const left = (asked.get(document) ?? 1) - 1;
    asked.set(document, left);
    if (left === 0 && document.title.startsWith(words)) document.title = document.title.slice(words.length).trimStart();
  };
}
