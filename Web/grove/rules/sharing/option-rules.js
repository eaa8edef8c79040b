import { malformed } from "../../encoding/grove-error.js";

/** @typedef {import("./share-options.js").ShareOptionsGroup} ShareOptionsGroup */
/** @typedef {import("./share-options.js").ShareOption} ShareOption */

/**
 * Why a set of options cannot be offered. The identifier names the option or group at fault.
 *
 * @typedef {{ code: "empty_identifier" } | { identifier: string,
 *   code: "duplicate_identifier" | "empty_picker" | "unknown_requirement" | "circular_requirement"
 *   }} OptionsProblem
 */

const sentences = {
  empty_identifier: "an option without identifier", duplicate_identifier: "an option is there twice",
  empty_picker: "a picker without options",
  unknown_requirement: "an option requires one that does not exist",
  circular_requirement: "an option requires itself",
};

/**
 * @param {readonly ShareOptionsGroup[]} groups
 * @throws {import("../../encoding/grove-error.js").GroveError} `malformed` with why they cannot be
 *   offered
 */
export function checkGroups(groups) {
  const problem = problemIn(groups);
  if (problem) throw malformed(sentences[problem.code]);
}

/**
 * @param {readonly ShareOptionsGroup[]} groups
 * @returns {OptionsProblem | undefined}
 */
export function problemIn(groups) {
  const empty = groups.find(({ kind, options }) => kind === "picker" && options.length === 0);
  if (empty) return { code: "empty_picker", identifier: empty.identifier };
  const options = groups.flatMap((group) => group.options);
  /** @type {Set<string>} */
  const known = new Set();
  for (const { identifier } of options) {
    if (identifier === "") return { code: "empty_identifier" };
    if (known.has(identifier)) return { code: "duplicate_identifier", identifier };
    known.add(identifier);
  }
  const lost = options.find(({ requiredOptionsIdentifiers }) =>
    !requiredOptionsIdentifiers.every((required) => known.has(required)));
  if (lost) return { code: "unknown_requirement", identifier: lost.identifier };
  const circular = circleIn(options);
  return circular && { code: "circular_requirement", identifier: circular.identifier };
}

/**
 * Takes away every option whose requirements are gone already; what is left requires itself.
 *
 * @param {ShareOption[]} options
 * @returns {ShareOption | undefined} the first of those
 */
function circleIn(options) {
  /** @type {Set<string>} */
  const resolved = new Set();
  let rest = options;
  while (rest.length > 0) {
    const isFree = (/** @type {ShareOption} */ one) =>
      one.requiredOptionsIdentifiers.every((required) => resolved.has(required));
    const free = rest.filter(isFree);
    if (free.length === 0) return rest[0];
    for (const { identifier } of free) resolved.add(identifier);
    rest = rest.filter(({ identifier }) => !resolved.has(identifier));
  }
  return undefined;
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
