import { accepted, limitedText, malformed, Members } from "../../encoding/encoding.js";
import { limits } from "../../message/content/limits.js";
import { checkGroups, settled } from "./option-rules.js";

/**
 * One setting the person may choose before sharing: a switch, or one value of a picker.
 *
 * @typedef {object} ShareOption
 * @property {string} identifier the app's own name for it, unique within one set of options
 * @property {string} title
 * @property {string} subtitle a second line; may be empty
 * @property {boolean} isSelected
 * @property {string[]} requiredOptionsIdentifiers options that must all be selected first
 *
 * Options shown together: independent switches, or a picker with exactly one selected, always.
 *
 * @typedef {object} ShareOptionsGroup
 * @property {string} identifier
 * @property {"switches" | "picker"} kind
 * @property {string} title above the options; may be empty
 * @property {string} footer explains them; may be empty
 * @property {ShareOption[]} options
 *
 * The options a person is offered, and what they chose: plain data, the same JSON as the Swift
 * messenger's. It always holds that identifiers are unique, no requirement is unknown or goes in a
 * circle, each picker has exactly one selected option, and no switch is on while something it
 * requires is off. Every change makes a new value that holds, or is refused.
 *
 * @typedef {object} ShareOptions
 * @property {readonly ShareOptionsGroup[]} groups
 * @property {string} summary the app's one line about its default choice
 * @property {readonly string[]} offered what was selected when the app offered them
 *
 * @typedef {{ reason: "unknown_option" } | { reason: "picker_needs_one" }
 *   | { reason: "disabled", requires: string[] }} OptionRefusal `requires`: titles to select first
 */

const maximumGroups = 16;
const maximumOptions = 64;

/**
 * Settles what the app marked as selected: a picker with none takes its first option, one with
 * several takes the first of them, a switch whose requirement is off goes off.
 *
 * @param {unknown} value parsed JSON, or what an app's page said
 * @returns {ShareOptions}
 * @throws {import("../../encoding/grove-error.js").GroveError} `malformed`: why these options could
 *   never be shown truthfully
 */
export function readShareOptions(value) {
  const members = new Members(value);
  const groups = members.array("groups", readGroup, maximumGroups);
  if (groups.flatMap(({ options }) => options).length > maximumOptions) throw malformed("options");
  checkGroups(groups);
  const now = settled(groups);
  return {
    groups: now,
    summary: optionalText(members, "summary") || "Share Options",
    offered: members.optional("offered", () => members.array("offered", String, maximumOptions)) ??
      selectedOf(now),
  };
}

/**
 * Whether an option can be chosen now.
 *
 * @param {ShareOptions} options
 * @param {string} identifier
 * @returns {string[]} titles of the options that have to be selected first; none: it can
 */
export function missingFor(options, identifier) {
  const missing = option(options, identifier)?.requiredOptionsIdentifiers
    .filter((required) => !option(options, required)?.isSelected) ?? [];
  return missing.map((required) => option(options, required)?.title ?? required);
}

/**
 * Turns an option on or off, and off everything that required it.
 *
 * @param {ShareOptions} options stays as it is
 * @param {string} identifier
 * @param {boolean} isSelected
 * @returns {{ ok: true, value: ShareOptions } | { ok: false, refusal: OptionRefusal }}
 */
export function setOption(options, identifier, isSelected) {
  const group = options.groups.find((one) => has(one, identifier));
  const refuse = (/** @type {OptionRefusal} */ refusal) =>
    ({ ok: /** @type {const} */ (false), refusal });
  if (!group) return refuse({ reason: "unknown_option" });
  if (option(options, identifier)?.isSelected === isSelected) return accepted(options);
  const requires = isSelected ? missingFor(options, identifier) : [];
  if (requires.length > 0) return refuse({ reason: "disabled", requires });
  if (group.kind === "picker" && !isSelected) return refuse({ reason: "picker_needs_one" });
  const changed = group.options.map((one) => {
    if (one.identifier === identifier) return { ...one, isSelected };
    return group.kind === "picker" ? { ...one, isSelected: false } : one;
  });
  const groups = options.groups.map((one) => (one === group ? { ...one, options: changed } : one));
  return accepted({ ...options, groups: settled(groups) });
}

/** @param {ShareOptionsGroup} group @param {string} identifier */
const has = ({ options }, identifier) => options.some((one) => one.identifier === identifier);

/** @param {unknown} value @returns {ShareOptionsGroup} */
function readGroup(value) {
  const members = new Members(value);
  const kind = members.text("kind");
  if (kind !== "switches" && kind !== "picker") throw malformed("a group of another kind");
  return {
    identifier: members.text("identifier", limits.name), kind,
    title: optionalText(members, "title"), footer: optionalText(members, "footer"),
    options: members.array("options", readOption, maximumOptions),
  };
}

/** @param {unknown} value @returns {ShareOption} */
function readOption(value) {
  const members = new Members(value);
  const required = "requiredOptionsIdentifiers";
  return {
    identifier: members.text("identifier", limits.name),
    title: members.text("title", limits.title), subtitle: optionalText(members, "subtitle"),
    isSelected: members.optional("isSelected", (flag) => flag === true) ?? false,
    [required]: members.optional(required, () =>
      members.array(required, String, maximumOptions)) ?? [],
  };
}

/** @param {Members} members @param {string} name */
const optionalText = (members, name) =>
  members.optional(name, (text) => limitedText(text, limits.title, name)) ?? "";

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
const selectedOf = (groups) => groups.flatMap(({ options }) => options)
  .filter(({ isSelected }) => isSelected).map(({ identifier }) => identifier);
