import { nextPlace } from "../../../Web/ui/menu.js";
import { same, suite } from "../support/harness.js";

const test = suite("keys in menus");
const labels = ["Copy", "Delete", "Details"];

test("arrows go around, Home and End to the ends", () => {
  same(nextPlace("ArrowDown", 2, labels), 0);
  same(nextPlace("ArrowUp", 0, labels), 2);
  same([nextPlace("Home", 1, labels), nextPlace("End", 1, labels)], [0, 2]);
});

test("a letter goes to the next that begins with it", () => {
  same(nextPlace("d", 0, labels), 1);
  same(nextPlace("D", 1, labels), 2);
  same(nextPlace("d", 2, labels), 1);
});

test("other keys lead nowhere", () =>
  same(["x", "Enter", " ", "Tab"].map((key) => nextPlace(key, 0, labels)),
    [undefined, undefined, undefined, undefined]));
