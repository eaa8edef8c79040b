import { holds, same, suite } from "../support/harness.js";
import { YjsContent } from "../../../Web/recipes/content/yjs-content.js";
import { PlainContent } from "../../../Web/recipes/content/plain-content.js";
import { readUpdate, writeField } from "../../../Web/recipes/log/update-format.js";
import { yjs } from "./support/yjs.js";

const test = suite("recipes: content");
const insert = (at, text) => ({ at, remove: 0, insert: text });
const edit = (bytes) => readUpdate("edit", bytes);

if (yjs) {
  test("two who type at once end with the same text, whoever's update comes first", () => {
    const [one, two] = [new YjsContent(yjs), new YjsContent(yjs)];
    one.type("steps", insert(0, "Whisk eggs."));
    two.take(edit(one.takeUnsent()));
    one.type("steps", insert(6, "two "));
    two.type("steps", insert(0, "First: "));
    const [first, second] = [one.takeUnsent(), two.takeUnsent()];
    two.take(edit(first));
    one.take(edit(second));
    same(one.text("steps"), "First: Whisk two eggs.");
    same(two.text("steps"), one.text("steps"));
  });

  test("what arrives is told as changes and is not sent back", () => {
    const [one, two] = [new YjsContent(yjs), new YjsContent(yjs)];
    const told = [];
    two.addEventListener("change", (event) => told.push(/** @type {any} */ (event).detail));
    one.type("notes", insert(0, "salt"));
    two.take(edit(one.takeUnsent()));
    same(told, [{ field: "notes", changes: [{ at: 0, remove: 0, insert: "salt" }], typed: false,
      arrived: true }]);
    same(two.takeUnsent(), undefined);
  });

  test("undo takes back what was typed here and nothing of the others", () => {
    const [one, two] = [new YjsContent(yjs), new YjsContent(yjs)];
    two.type("notes", insert(0, "theirs "));
    one.take(edit(two.takeUnsent()));
    one.type("notes", insert(7, "mine"));
    const told = [];
    one.addEventListener("change", (event) => told.push(/** @type {any} */ (event).detail));
    one.undo();
    same(told.map(({ typed, arrived }) => [typed, arrived]), [[false, false]]);
    same(one.text("notes"), "theirs ");
    holds(one.takeUnsent(), "the undoing is sent");
    one.redo();
    same(one.text("notes"), "theirs mine");
  });

  test("a mark stays with its letter while others type before it", () => {
    const [one, two] = [new YjsContent(yjs), new YjsContent(yjs)];
    one.type("notes", insert(0, "abc"));
    two.take(edit(one.takeUnsent()));
    const mark = one.mark("notes", 2);
    two.type("notes", insert(0, "xyz"));
    same(two.find("notes", mark), 5);
    same(two.find("steps", mark), undefined);
    same(two.find("notes", "nonsense"), undefined);
  });

  test("entries that wait are merged, and a state holds everything", () => {
    const [one, two, three] = [new YjsContent(yjs), new YjsContent(yjs), new YjsContent(yjs)];
    one.type("notes", insert(0, "a"));
    const first = one.takeUnsent();
    one.type("notes", insert(1, "b"));
    two.take(edit(one.merge(first, one.takeUnsent())));
    same(two.text("notes"), "ab");
    three.load(two.state());
    same(three.text("notes"), "ab");
  });

  test("a program's line stands in the notes of everybody alike, can be changed, and is not sent", () => {
    const [one, two] = [new YjsContent(yjs), new YjsContent(yjs)];
    const lines = [[4, "A pinch of cinnamon."], [9, "Longer. \n"]];
    one.type("notes", insert(0, "Cold butter."));
    const typed = edit(one.takeUnsent());
    for (const [sequence, text] of lines) one.take({ type: "line", text }, { sequence });
    for (const [sequence, text] of lines) two.take({ type: "line", text }, { sequence });
    two.take(typed);
    same(one.text("notes"), "Longer.\nA pinch of cinnamon.\nCold butter.");
    same(two.text("notes"), one.text("notes"));
    same([one.takeUnsent(), two.takeUnsent()], [undefined, undefined]);
    one.type("notes", { at: 8, remove: 7, insert: "Much" });
    two.take(edit(one.takeUnsent()));
    same(two.text("notes"), "Longer.\nMuch of cinnamon.\nCold butter.");
  });

  test("what is typed behind a program's line is not joined with the next one", () => {
    const one = new YjsContent(yjs);
    one.take({ type: "line", text: "A pinch of cinnamon." }, { sequence: 1 });
    one.type("notes", insert(21, "Cold butter."));
    one.take({ type: "line", text: "Longer." }, { sequence: 3 });
    same(one.text("notes"), "Longer.\nA pinch of cinnamon.\nCold butter.");
  });

  test("a line that somebody took out does not come back with the log, nor twice out of a snapshot", () => {
    const [one, two, three] = [new YjsContent(yjs), new YjsContent(yjs), new YjsContent(yjs)];
    const line = () => [/** @type {const} */ ({ type: "line", text: "Salt." }), { sequence: 2 }];
    one.take(...line());
    two.load(one.state());
    two.take(...line());
    same(two.text("notes"), "Salt.\n");
    two.type("notes", { at: 0, remove: 6, insert: "" });
    three.load(two.state());
    three.take(...line());
    same(three.text("notes"), "");
  });

  test("a line whose number leaves no room for it is left to be shown beside the fields", () => {
    const one = new YjsContent(yjs);
    for (const sequence of [0, 2 ** 24, 2 ** 30]) holds(!one.take({ type: "line", text: "x" }, { sequence }));
    holds(one.take({ type: "line", text: "x" }, { sequence: 2 ** 24 - 1 }));
    same(one.text("notes"), "x\n");
  });

  test("bytes that are no update are refused and change nothing", () => {
    const one = new YjsContent(yjs);
    holds(!one.take({ type: "live", bytes: Uint8Array.of(9, 9, 9, 9) }));
    same(one.text("notes"), "");
  });
}

test("without Yjs the newest whole text counts", () => {
  const [one, two] = [new PlainContent(), new PlainContent()];
  one.type("notes", insert(0, "salt"));
  const bytes = one.takeUnsent();
  same(edit(bytes), { type: "field", field: "notes", text: "salt", base: 0 });
  same(one.takeUnsent(), undefined);
  one.take(edit(bytes), { own: true, sequence: 1 });
  two.take(edit(bytes), { sequence: 1 });
  same(two.text("notes"), "salt");
  same(one.conflict("notes"), undefined);
});

test("who typed over an older text sees both and sends nothing until one is chosen", () => {
  const one = new PlainContent();
  one.type("notes", insert(0, "mine"));
  one.take(edit(writeField("notes", "theirs", 0)), { sequence: 1 });
  same(one.conflict("notes"), { here: "mine", other: "theirs" });
  same(one.takeUnsent(), undefined);
  one.resolve("notes", "mine and theirs");
  same(one.conflict("notes"), undefined);
  same(edit(one.takeUnsent()), { type: "field", field: "notes", text: "mine and theirs", base: 1 });
});

test("a text written over without having been seen is shown to everybody", () => {
  const [one, two] = [new PlainContent(), new PlainContent()];
  for (const [text, base, sequence] of /** @type {const} */ ([["a", 0, 1], ["b", 1, 2], ["c", 1, 3]])) {
    one.take(edit(writeField("notes", text, base)), { sequence });
    two.take(edit(writeField("notes", text, base)), { sequence, own: sequence === 3 });
  }
  same(one.conflict("notes"), { here: "c", other: "b" });
  same(two.conflict("notes"), { here: "c", other: "b" });
  one.resolve("notes", "c");
  same(one.conflict("notes"), undefined);
  same(one.takeUnsent(), undefined);
});

test("a whole text that waited from an earlier visit is a draft over what it was written over", () => {
  const one = new PlainContent();
  one.take(edit(writeField("notes", "old", 0)), { sequence: 4 });
  one.take(edit(writeField("notes", "mine", 4)), { own: true });
  same(one.text("notes"), "mine");
  same(one.conflict("notes"), undefined);
  one.take(edit(writeField("notes", "mine", 4)), { own: true, sequence: 5 });
  same(one.text("notes"), "mine");
  same(one.takeUnsent(), undefined);
});
