import { holds, same, suite } from "../support/harness.js";
import { changed, changeBetween, moved } from "../../../Web/recipes/content/text-change.js";

const test = suite("recipes: changes of a text");

test("the change between two texts makes one of the other, wherever the caret is", () => {
  let seed = 7;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const word = () => Array.from({ length: random(9) }, () => "ab 🍰\n"[random(5)]).join("");
  for (let round = 0; round < 3000; round += 1) {
    const [before, after] = [word(), word()];
    const change = changeBetween(before, after, random(after.length + 1));
    if (!change) same(before, after);
    else same(changed(before, change), after);
  }
});

test("a letter typed among equal ones is put where the caret is", () => {
  same(changeBetween("aaaa", "aaaaa", 2), { at: 1, remove: 0, insert: "a" });
  same(changeBetween("aaaa", "aaa", 1), { at: 1, remove: 1, insert: "" });
});

test("half a surrogate pair is never put in or taken out alone", () => {
  const change = changeBetween("🍰", "🍲", 2);
  same(change, { at: 0, remove: 2, insert: "🍲" });
  const second = changeBetween("a🍰b", "a🍰🍰b", 5);
  holds(second && [0, 1, 3, 5].includes(second.at) && second.insert.length === 2);
});

test("a caret stays with its letters when others write before, at and behind it", () => {
  same(moved(5, { at: 1, remove: 0, insert: "xx" }), 7);
  same(moved(5, { at: 5, remove: 0, insert: "xx" }), 5);
  same(moved(5, { at: 7, remove: 1, insert: "" }), 5);
  same(moved(5, { at: 1, remove: 2, insert: "" }), 3);
  same(moved(5, { at: 4, remove: 4, insert: "y" }), 4);
});
