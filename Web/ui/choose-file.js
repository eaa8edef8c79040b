import { h } from "./dom.js";

/** @param {string} [accept] @returns {Promise<File | undefined>} */
export const chooseFile = (accept) => new Promise((resolve) => {
  const field = h("input", { type: "file", accept,
    onchange: () => resolve(field.files?.[0]), oncancel: () => resolve(undefined) });
  field.click();
});

/** @returns {Promise<File[]>} none where the person thought better of it */
export const chooseFiles = () => new Promise((resolve) => {
  const field = h("input", { type: "file", multiple: true,
    onchange: () => resolve([...field.files ?? []]), oncancel: () => resolve([]) });
  field.click();
});
