import { NewestTimes } from "../../../Web/messenger/newest-times.js";
import { memory } from "../bridge/support/windows.js";
import { same, suite } from "../support/harness.js";

const test = suite("times of conversations in their list");
const one = { conversationID: "1" };

test("the time of a conversation does not go back when what was told there is read, nor when the page is loaded anew", () => {
  const storage = memory();
  const times = new NewestTimes(storage);
  same(times.of(one, 5), 5);
  times.note([["1", 9], ["2", 4]]);
  same([times.of(one, 5), times.of(one, 12), new NewestTimes(storage).of(one, 5)], [9, 12, 9]);
  times.note([["1", 5], ["2", 4]]);
  same(times.of(one, 5), 9);
});

test("what another tab has shown holds here, and conversations that are gone are forgotten", () => {
  const storage = memory();
  const [here, there] = [new NewestTimes(storage), new NewestTimes(storage)];
  there.note([["1", 9]]);
  here.note([["1", 5]]);
  same(here.of(one, 5), 9);
  here.note([]);
  same([here.of(one, 5), new NewestTimes(storage).of(one, 5)], [5, 5]);
});

test("what was not written here, and a store that is full, hinder no list", () => {
  for (const bad of ["{", "{}", "null", "[[1,2]]", "[[\"1\",\"9\"]]", "[3]"]) {
    same([bad, new NewestTimes({ getItem: () => bad, setItem: () => {} }).of(one, 5)], [bad, 5]);
  }
  const times = new NewestTimes({ getItem: () => null, setItem: () => { throw new Error("full"); } });
  times.note([["1", 9]]);
  same(times.of(one, 5), 9);
});
