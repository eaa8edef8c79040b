import { h, newID } from "./dom.js";

/**
 * One thing that is on or off (ARIA authoring practices: switch). It is busy (`aria-busy`) until what it changes is
 * written down: who leaves the page before that may find it as it was.
 *
 * @param {{ title: string, detail?: string, checked: boolean, disabled?: boolean, id?: string,
 *   onchange: (checked: boolean) => unknown }} choice
 */
export function switchRow({ title, detail, checked, disabled, id = newID(), onchange }) {
  const control = h("input", { type: "checkbox", role: "switch", class: "switch", id, checked,
    disabled, "aria-describedby": detail && `${id}-d`,
    onchange: async () => {
      control.ariaBusy = "true";
      try {
        await onchange(control.checked);
      } finally {
        control.ariaBusy = null;
      }
    } });
  return h("label", { class: "choice", for: id },
    h("span", null, h("span", { class: "choice-title" }, title),
      detail && h("span", { class: "quiet", id: `${id}-d` }, detail)), control);
}

/**
 * One of several (ARIA authoring practices: radio group), with the platform's own controls.
 *
 * @param {{ id: string, title: string, detail?: string, checked: boolean, disabled?: boolean }[]}
 *   options
 * @param {string} name of the group of controls
 * @param {(id: string) => void} onchange
 */
export const radioRows = (options, name, onchange) =>
  options.map(({ id, title, detail, checked, disabled }) =>
    h("label", { class: "choice radio" },
      h("input", { type: "radio", name, id: `${name}-${id}`, value: id, checked, disabled,
        "aria-describedby": detail && `${name}-${id}-d`, onchange: () => onchange(id) }),
      h("span", null, h("span", { class: "choice-title" }, title),
        detail && h("span", { class: "quiet", id: `${name}-${id}-d` }, detail))));

/**
 * @param {string} legend may be empty
 * @param {HTMLElement[]} rows
 * @param {string} [footer]
 */
export const choiceGroup = (legend, rows, footer) =>
  h("fieldset", { class: "field" }, legend && h("legend", null, legend),
    h("div", { class: "choices" }, rows), footer && h("p", { class: "small quiet" }, footer));
