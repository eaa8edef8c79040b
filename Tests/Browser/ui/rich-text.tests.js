import { isOnlyEmoji, pieces } from "../../../Web/messenger/thread/rich-text.js";
import { safeAddress } from "../../../Web/messenger/thread/link-card.js";
import { same, suite } from "../support/harness.js";

const test = suite("addresses in texts");
/** @param {string} text */
const links = (text) => pieces(text).flatMap(({ href }) => (href ? [href] : []));

test("an address becomes a link and what stands around it does not", () => {
  same(links("see https://a.example/x, or (http://b.example/y)."),
    ["https://a.example/x", "http://b.example/y"]);
  same(links("“https://a.example/x”?!"), ["https://a.example/x"]);
});

test("a bracket that belongs to the address stays in it", () =>
  same(links("https://a.example/wiki/Tart_(food)"), ["https://a.example/wiki/Tart_(food)"]));

test("joined, the pieces are the text", () => {
  const texts = ["", "plain", "https://a.example", "a https://b.example/.. c", "https://",
    "https://[", "x\n\n"];
  for (const text of texts) same(pieces(text).map((piece) => piece.text).join(""), text);
});

test("nothing but web addresses becomes a link", () =>
  same(links("javascript:alert(1) data:text/html,x file:///etc mailto:a@b.example"), []));

test("a text of many brackets takes no time", () => {
  const begin = performance.now();
  pieces(`https://a.example/${"(".repeat(20_000)}${")".repeat(40_000)}`);
  same(performance.now() - begin < 2000, true);
});

test("a shared link leads only to a web address", () => {
  same(safeAddress("https://a.example/d/1"), "https://a.example/d/1");
  for (const link of ["javascript:alert(1)", "data:text/html,x", "blob:https://a.example/1", "",
    "d/1"]) {
    same([link, safeAddress(link)], [link, undefined]);
  }
});

test("one to three pictures alone are shown large", () => {
  for (const text of ["🙂", "🍋🍋", "👩‍🍳 ❤️", "👍🏽👍🏽👍🏽"]) same([text, isOnlyEmoji(text)], [text, true]);
  for (const text of ["", "🙂 ok", "1", "🙂🙂🙂🙂", "12"]) same([text, isOnlyEmoji(text)],
    [text, false]);
});
