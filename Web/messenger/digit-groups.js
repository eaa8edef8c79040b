import { h } from "../ui/dom.js";

/**
 * Groups of digits or letters, each of which stays on one line; copied, they keep their spaces.
 *
 * @param {string} text
 */
export const digitGroups = (text) =>
  text.trim().split(/[\s-]+/u).map((group) => h("span", null, `${group} `));
