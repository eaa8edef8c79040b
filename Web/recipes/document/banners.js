import { h, keep } from "../../ui/dom.js";

/**
 * @typedef {object} Banner
 * @property {string} name
 * @property {string} text
 * @property {boolean} [isWarning]
 * @property {{ label: string, run: () => void }[]} [actions]
 */

/** What the page has to say above the recipe; each thing once. */
export class Banners {
  /** @type {Map<string, Banner>} */
  #banners = new Map();

  /** @param {string} [place] a class */
  constructor(place = "") {
    this.element = h("div", { class: `banners ${place}`, role: "status",
      "aria-atomic": "false" });
  }

  /** @param {string} name @param {Omit<Banner, "name"> | undefined | false} banner nothing takes it away */
  set(name, banner) {
    if (banner) this.#banners.set(name, { name, ...banner });
    else if (!this.#banners.delete(name)) return;
    keep(this.element, [...this.#banners.values()], (one) => one.name, (one) => one.text,
      ({ text, isWarning, actions = [] }) =>
        h("div", { class: `banner ${isWarning ? "warning" : ""}` },
          h("p", { class: "banner-text" }, text),
          actions.map(({ label, run }) =>
            h("button", { type: "button", class: "button slim", onclick: run }, label))));
  }
}
