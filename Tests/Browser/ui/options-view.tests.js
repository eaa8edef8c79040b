import { readShareOptions, setOption } from "../../../Web/grove/rules/sharing/share-options.js";
import { optionRows } from "../../../Web/messenger/share/options-view.js";
import { same, suite } from "../support/harness.js";

const test = suite("options on screens");
const options = readShareOptions({ groups: [
  { identifier: "p", kind: "picker", title: "Who", options: [
    { identifier: "rw", title: "Can edit", isSelected: true },
      { identifier: "ro", title: "Can view" }] },
  { identifier: "g", kind: "switches", options: [
    { identifier: "c", title: "Comments" },
    { identifier: "m", title: "Mentions", subtitle: "In comments",
      requiredOptionsIdentifiers: ["c", "rw"] },
  ] }] });

test("an option that needs another cannot be chosen before it, and says why", () =>
  same(optionRows(options)[1].rows, [
    { id: "c", title: "Comments", detail: "", checked: false, disabled: false },
    { id: "m", title: "Mentions", detail: "In comments · Needs “Comments”", checked: false,
      disabled: true },
  ]));

test("it can once the other is chosen", () => {
  const changed = setOption(options, "c", true);
  const row = changed.ok ? optionRows(changed.value)[1].rows[1] : undefined;
  same([row?.disabled, row?.detail], [false, "In comments"]);
});

test("a picker has exactly one that is chosen", () =>
  same(optionRows(options)[0].rows.map(({ checked }) => checked), [true, false]));
