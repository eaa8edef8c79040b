import { optionsSummary, selectedIdentifiers } from "../../../Web/grove/rules/sharing/share-options.js";
import { missingFor, readShareOptions, setOption } from "../../../Web/grove/rules/sharing/share-options.js";
import { same, suite, throwsCode } from "../support/harness.js";

const test = suite("share options");

const option = (identifier, isSelected, ...requiredOptionsIdentifiers) =>
  ({ identifier, title: identifier.toUpperCase(), isSelected, requiredOptionsIdentifiers });
const picker = (...options) => ({ identifier: "p", kind: "picker", title: "Who", options });
const switches = (...options) => ({ identifier: "s", kind: "switches", options });
const read = (...groups) => readShareOptions({ groups, summary: "Everyone" });
const changed = (options, identifier, isSelected) => setOption(options, identifier, isSelected).value;

test("a picker always has exactly one: the first where none, the first of several", () => {
  same(selectedIdentifiers(read(picker(option("a"), option("b")))), ["a"]);
  same(selectedIdentifiers(read(picker(option("a"), option("b", true), option("c", true)))), ["b"]);
  const chosen = changed(read(picker(option("a"), option("b"))), "b", true);
  same(selectedIdentifiers(chosen), ["b"]);
  same(setOption(chosen, "b", false).refusal, { reason: "picker_needs_one" });
  same(selectedIdentifiers(chosen), ["b"]);
});

test("an option cannot be chosen before what it requires, and goes off with it", () => {
  const options = read(switches(option("edit"), option("delete", true, "edit"), option("purge", false, "delete")));
  same(selectedIdentifiers(options), []);
  same(setOption(options, "delete", true).refusal, { reason: "disabled", requires: ["EDIT"] });
  same(missingFor(options, "purge"), ["DELETE"]);
  let now = changed(changed(changed(options, "edit", true), "delete", true), "purge", true);
  same(selectedIdentifiers(now), ["edit", "delete", "purge"]);
  now = changed(now, "edit", false);
  same(selectedIdentifiers(now), []);
});

test("a picker whose value is no longer allowed moves on to one that is", () => {
  const options = read(switches(option("team", true)), picker(option("all", true, "team"), option("me")));
  same(selectedIdentifiers(changed(options, "team", false)), ["me"]);
});

test("the app's line is for its own default, then the titles speak", () => {
  const options = read(picker(option("write", true), option("read")), switches(option("talk", true)));
  same(optionsSummary(options), "Everyone");
  const chosen = changed(options, "read", true);
  same(optionsSummary(chosen), "READ, TALK");
  same(optionsSummary(changed(chosen, "write", true)), "Everyone");
  same(optionsSummary(readShareOptions(JSON.parse(JSON.stringify(chosen)))), "READ, TALK");
});

test("options that could never be shown truthfully are refused", async () => {
  for (const groups of [
    [picker()], [switches(option(""))], [switches(option("a"), option("a"))],
    [switches(option("a", false, "b"))], [switches(option("a", false, "b"), option("b", false, "a"))],
    [{ ...picker(option("a")), kind: "dropdown" }], [switches({ identifier: "a" })], "x",
    Array.from({ length: 17 }, (_, i) => ({ ...switches(), identifier: `${i}` })),
    Array.from({ length: 2 }, (_, i) => ({
      ...switches(...Array.from({ length: 33 }, (_, j) => option(`${i}-${j}`))), identifier: `${i}`,
    })),
  ]) await throwsCode(groups.length === 17 ? "limit_exceeded" : "malformed", () => readShareOptions({ groups }));
});

test("an unknown option changes nothing", () => {
  const options = read(switches(option("a")));
  same(setOption(options, "z", true).refusal, { reason: "unknown_option" });
  same(changed(options, "a", false), options);
});
