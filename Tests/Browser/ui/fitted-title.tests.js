import { widthFor } from "../../../Web/messenger/fitted-title.js";
import { same, suite } from "../support/harness.js";

const test = suite("names in lines that are short");

test("a name that has room is as wide as it is, and one that has none ends where its ellipsis does", () => {
  const width = (letters, room) => widthFor(letters, (count) => count * 7.25, room, () => 9);
  same(width(4, 29), undefined);
  // Two letters and the ellipsis; what is left of the room is less than a letter.
  same(width(5, 29), 24);
  same(width(500, 1000), Math.ceil(136 * 7.25 + 9));
  // Never wider than the room: the deed's letters would be cut.
  same([width(5, 23.75), width(5, 3)], [23.75, 3]);
});
