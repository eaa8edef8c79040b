import { malformed } from "../../encoding/grove-error.js";

/** @typedef {import("./share-options.js").ShareOptionsGroup} ShareOptionsGroup */
/** @typedef {import("./share-options.js").ShareOption} ShareOption */

/**
 * @param {readonly ShareOptionsGroup[]} groups
 * @throws {import("../../encoding/grove-error.js").GroveError} `malformed` with why they cannot be
 *   offered: a picker without options, an identifier that is empty or there twice, an option that
 *   requires one that does not exist, or itself by way of others
 */
export function checkGroups(groups) {
  const options = groups.flatMap((group) => group.options);
  const identifiers = new Set(options.map(({ identifier }) => identifier));
  if (groups.some(({ kind, options: own }) => kind === "picker" && own.length === 0)) {
    throw malformed("a picker without options");
  }
  if (identifiers.has("")) throw malformed("an option without identifier");
  if (identifiers.size !== options.length) throw malformed("an option is there twice");
  const isUnknown = (/** @type {string} */ required) => !identifiers.has(required);
  if (options.some((one) => one.requiredOptionsIdentifiers.some(isUnknown))) {
    throw malformed("an option requires one that does not exist");
  }
  checkForCircles(options);
}

/**
 * Takes away every option whose requirements are gone already; what is left requires itself.
 *
 * @param {ShareOption[]} options
 */
function checkForCircles(options) {
  /** @type {Set<string>} */
  const resolved = new Set();
  let rest = options;
  while (rest.length > 0) {
    const isFree = (/** @type {ShareOption} */ one) =>
      one.requiredOptionsIdentifiers.every((required) => resolved.has(required));
    const free = rest.filter(isFree);
    if (free.length === 0) throw malformed("an option requires itself");
    for (const { identifier } of free) resolved.add(identifier);
    rest = rest.filter(({ identifier }) => !resolved.has(identifier));
  }
}

/**
 * Brings what is selected in line with the rules. Each pass can only switch off, or move a picker
 * on; requirements have no circles, so as many passes as there are options are enough.
 *
 * @param {readonly ShareOptionsGroup[]} groups
 * @returns {ShareOptionsGroup[]}
 */
export function settled(groups) {
  let now = groups.map((group) => {
    const chosen = group.options.find(({ isSelected }) => isSelected) ?? group.options[0];
    return group.kind === "picker" ? choosing(group, chosen) : group;
  });
  for (let left = groups.flatMap(({ options }) => options).length; left > 0; left -= 1) {
    now = now.map(settledOnce(now));
  }
  return now;
}

/** @param {ShareOptionsGroup[]} groups */
function settledOnce(groups) {
  const selected = new Set(groups.flatMap(({ options }) => options)
    .filter(({ isSelected }) => isSelected).map(({ identifier }) => identifier));
  const isEnabled = (/** @type {ShareOption} */ one) =>
    one.requiredOptionsIdentifiers.every((required) => selected.has(required));
  return (/** @type {ShareOptionsGroup} */ group) => {
    if (group.kind === "picker") {
      const chosen = group.options.find(({ isSelected }) => isSelected);
      const other = group.options.find(isEnabled);
      return !chosen || isEnabled(chosen) || !other ? group : choosing(group, other);
    }
    const options = group.options.map((one) =>
      (one.isSelected && !isEnabled(one) ? { ...one, isSelected: false } : one));
    return { ...group, options };
  };
}

/** @param {ShareOptionsGroup} group @param {ShareOption} chosen */
const choosing = (group, chosen) => ({
  ...group, options: group.options.map((one) => ({ ...one, isSelected: one === chosen })),
});
