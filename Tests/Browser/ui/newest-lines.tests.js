import { NewestLines } from "../../../Web/messenger/newest-lines.js";
import { memory } from "../bridge/support/windows.js";
import { same, suite } from "../support/harness.js";

const test = suite("newest news of conversations in their list");
const news = { text: "”: Ann edited", of: "Bread", at: 9 };
const said = { text: "Hello", at: 5 };
const one = /** @type {const} */ ("1");

test("what somebody did stays the newest of a conversation when it is read, with its time, and when the page is loaded anew", () => {
  const storage = memory();
  const lines = new NewestLines(storage);
  same(lines.newest(one, said), said);
  lines.note([[one, { ...news, isNews: true }], ["2", said]]);
  same([lines.newest(one, said), new NewestLines(storage).newest(one, said)], [news, news]);
  lines.note([[one, said], ["2", said]]);
  same([lines.newest(one, said), lines.newest("2", { ...said, at: 1 })], [news, { ...said, at: 1 }]);
});

test("what happens later takes its place", () => {
  const lines = new NewestLines(memory());
  lines.note([[one, { ...news, isNews: true }]]);
  const later = { text: "Good", at: 12 };
  same(lines.newest(one, later), later);
  lines.note([[one, later]]);
  same(lines.newest(one, said), said);
});

test("what another tab has shown holds here, and conversations that are gone are forgotten", () => {
  const storage = memory();
  const [here, there] = [new NewestLines(storage), new NewestLines(storage)];
  there.note([[one, { ...news, isNews: true }]]);
  here.note([[one, said]]);
  same(here.newest(one, said), news);
  here.note([]);
  same([here.newest(one, said), new NewestLines(storage).newest(one, said)], [said, said]);
});

test("what was not written here, and a store that is full, hinder no list", () => {
  for (const bad of ["{", "{}", "null", "[[1,2]]", "[[\"1\",9]]", "[[\"1\",null]]", "[[\"1\",{\"text\":\"a\",\"at\":\"9\"}]]", "[3]"]) {
    same([bad, new NewestLines({ getItem: () => bad, setItem: () => {} }).newest(one, said)], [bad, said]);
  }
  const lines = new NewestLines({ getItem: () => null, setItem: () => { throw new Error("full"); } });
  lines.note([[one, { ...news, isNews: true }]]);
  same(lines.newest(one, said), news);
});
