import { choiceGroup, radioRows, switchRow } from "../../ui/choices.js";
import { missingFor } from "../../grove/rules/sharing/share-options.js";
import { listed } from "../sentences.js";

/** @typedef {import("../../grove/rules/sharing/share-options.js").ShareOptions} ShareOptions */

/**
 * What a person can choose, and why not where they cannot.
 *
 * @param {ShareOptions} options
 */
export const optionRows = (options) =>
  options.groups.map((group) => ({
    ...group,
    rows: group.options.map(({ identifier, title, subtitle, isSelected }) => {
      const missing = missingFor(options, identifier);
      const reason = missing.length > 0 ? `Needs ${listed(missing.map((one) => `“${one}”`))}` : "";
      return { id: identifier, title, detail: [subtitle, reason].filter(Boolean).join(" · "),
        checked: isSelected, disabled: reason !== "" };
    }),
  }));

/**
 * Switches for groups, radio buttons for pickers (design 3, step 2).
 *
 * @param {ShareOptions} options
 * @param {(identifier: string, isSelected: boolean) => void} choose
 */
export const optionsView = (options, choose) =>
  optionRows(options).map(({ identifier, kind, title, footer, rows }) =>
    choiceGroup(title, kind === "picker" ? radioRows(rows, identifier, (id) => choose(id, true))
      : rows.map((row) => switchRow({ ...row, id: `option-${row.id}`,
        onchange: (checked) => choose(row.id, checked) })), footer));
