/** @typedef {import("./outbox.js").TextStore} TextStore */

/**
 * Texts for as long as the page is open: for browsers that store nothing.
 *
 * @implements {TextStore}
 */
class MemoryTexts {
  /** @type {Map<string, string>} */
  #texts = new Map();

  get length() {
    return this.#texts.size;
  }

  /** @param {number} index */
  key(index) {
    return [...this.#texts.keys()][index] ?? null;
  }

  /** @param {string} name */
  getItem(name) {
    return this.#texts.get(name) ?? null;
  }

  /** @param {string} name @param {string} value */
  setItem(name, value) {
    this.#texts.set(name, value);
  }

  /** @param {string} name */
  removeItem(name) {
    this.#texts.delete(name);
  }
}

/** @returns {TextStore} the browser's, where it allows one */
function usable() {
  try {
    // Some browsers have it and let nobody touch it.
    localStorage.getItem("recipes.account");
    return localStorage;
  } catch {
    return new MemoryTexts();
  }
}

export const textStore = usable();

/** Whether what is written there is found again by the next page. */
export const isStoreLasting = !(textStore instanceof MemoryTexts);
