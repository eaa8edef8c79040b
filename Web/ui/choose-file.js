import { h } from "./dom.js";

/** @param {string} [accept] @returns {Promise<File | undefined>} */
export const chooseFile = (accept) => new Promise((resolve) => {
  const field = h("input", { type: "file", accept,
    onchange: () => resolve(field.files?.[0]), oncancel: () => resolve(undefined) });
  field.click();
});
