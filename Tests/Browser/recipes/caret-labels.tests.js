import { movesByWriting, movesTo, noMoves } from "../../../Web/recipes/document/caret-labels.js";
import { same, suite } from "../support/harness.js";

const test = suite("names at cursors");

const bob = { id: "b 1", mark: "m", name: "Bob", from: 5, to: 5, head: 5 };
const times = (moves) => Object.fromEntries([...moves].map(([id, { at }]) => [id, at]));

test("who moves is named anew, and not who is moved by what others write before them", () => {
  const first = movesTo(noMoves, [bob], 10);
  same(times(first), { "b 1": 10 });
  same(times(movesTo(first, [{ ...bob, from: 9, to: 9, head: 9 }], 20)), { "b 1": 10 });
  same(times(movesTo(first, [{ ...bob, mark: "n" }], 20)), { "b 1": 20 });
  same(times(movesTo(first, [], 20)), {});
});

test("who writes is named anew, at the end of a text too, and nobody who stands elsewhere", () => {
  const dora = { ...bob, id: "d 1", name: "Dora", from: 2, to: 2, head: 2 };
  const first = movesTo(noMoves, [bob, dora], 10);
  same(times(movesByWriting(first, [bob, dora], [{ at: 5, remove: 0, insert: "x" }], 20)), { "b 1": 20, "d 1": 10 });
  same(times(movesByWriting(first, [bob, dora], [{ at: 4, remove: 1, insert: "" }], 20)), { "b 1": 20, "d 1": 10 });
  same(times(movesByWriting(first, [bob, dora], [{ at: 8, remove: 0, insert: "x" }], 20)), { "b 1": 10, "d 1": 10 });
});
