/**
 * @typedef {import("./share-options.js").ShareOption} ShareOption
 * @typedef {import("./share-options.js").ShareOptions} ShareOptions
 * @typedef {import("./share-options.js").ShareOptionsGroup} ShareOptionsGroup
 */

/**
 * @param {ShareOptions} options
 * @returns {string[]} identifiers of the selected options, as they are shown: what the app is told
 */
export const selectedIdentifiers = ({ groups }) => selectedOf(groups);

/**
 * One line about the present choice. The app's own line tells the truth only about its own default,
 * so once the person chose otherwise the selected titles take its place.
 *
 * @param {ShareOptions} options
 */
export function optionsSummary(options) {
  const selected = selectedIdentifiers(options);
  if (selected.join("\n") === options.offered.join("\n")) return options.summary;
  const titles = selected.map((identifier) => option(options, identifier)?.title ?? "");
  return titles.length === 0 ? options.summary : titles.join(", ");
}

/**
 * @param {ShareOptions} options
 * @param {string} identifier
 * @returns {ShareOption | undefined}
 */
export const option = ({ groups }, identifier) =>
  groups.flatMap(({ options }) => options).find((one) => one.identifier === identifier);

/** @param {readonly ShareOptionsGroup[]} groups */
export const selectedOf = (groups) => groups.flatMap(({ options }) => options)
  .filter(({ isSelected }) => isSelected).map(({ identifier }) => identifier);
