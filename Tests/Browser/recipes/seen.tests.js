import { Seen } from "../../../Web/recipes/session/seen.js";
import { same, suite } from "../support/harness.js";

const test = suite("what is seen in the app is told to the messenger");

/** A person, a clock, and when their messenger was told. */
function watched() {
  const told = [];
  let now = 0;
  /** @type {{ at: number, body: () => void }[]} */
  let timers = [];
  const one = { told, isInFront: true, seen: new Seen(async () => {
    told.push(now);
    throw new Error("the server is away");
  }, () => one.isInFront, (body, delay) => {
    // One timer at a time: a later one takes its place.
    timers = [{ at: now + delay, body }];
    return setTimeout(() => {}, 0);
  }),
  until(time) {
    for (; timers.length > 0 && timers[0].at <= time;) {
      const [{ at, body }] = timers.splice(0);
      now = at;
      body();
    }
    now = time;
  } };
  return one;
}

test("once when it is shown, and not behind other windows", () => {
  const one = watched();
  one.isInFront = false;
  one.seen.look(0);
  same(one.told.length, 0, "nobody looks");
  one.isInFront = true;
  one.seen.look(0);
  one.until(60_000);
  one.seen.look(60_000);
  same(one.told, [0], "nothing has happened since");
});

test("what happens before their eyes, before the server tells it, and seldomer while somebody writes on", () => {
  const one = watched();
  one.seen.look(0);
  one.until(10_000);
  one.seen.happened(10_000);
  one.until(10_300);
  one.seen.happened(10_300);
  one.until(20_000);
  same(one.told, [0, 10_700]);
  for (let at = 20_000; at < 40_000; at += 100) {
    one.until(at);
    one.seen.happened(at);
  }
  one.until(60_000);
  const pauses = one.told.slice(2).map((at, index) => at - (one.told[index + 1]));
  same(pauses.slice(1).every((length) => length >= 2000 && length <= 2100), true);
  same(one.told.at(-1) >= 39_900, true, "the last of it is seen, too");
});

test("what happens in turn with pauses, each before the server tells it, and not more than once a second", () => {
  const one = watched();
  one.seen.look(0);
  for (let at = 10_000; at < 20_000; at += 1100) {
    one.until(at);
    one.seen.happened(at);
  }
  one.until(30_000);
  same(one.told.length, 11);
  same(one.told.slice(1).every((at, index) => at === 10_000 + index * 1100 + 400), true);
  for (let at = 30_000; at < 40_000; at += 500) {
    one.until(at);
    one.seen.happened(at);
  }
  one.until(50_000);
  const later = one.told.slice(11);
  same(later.every((at, index) => index === 0 || at - later[index - 1] >= 1000), true);
});

test("what happens behind other windows, when they come back, and what they saw before they went", () => {
  const one = watched();
  one.seen.look(0);
  one.until(10_000);
  one.isInFront = false;
  one.seen.happened(10_000);
  one.until(30_000);
  same(one.told, [0], "nobody looks");
  one.isInFront = true;
  one.seen.look(30_000);
  same(one.told, [0, 30_000]);
  one.until(40_000);
  one.seen.happened(40_000);
  one.isInFront = false;
  one.until(50_000);
  same(one.told, [0, 30_000, 40_400], "they saw it before they went");
  one.isInFront = true;
  one.seen.happened(50_000);
  one.isInFront = false;
  one.until(50_100);
  one.seen.happened(50_100);
  one.until(60_000);
  same(one.told.length, 3, "they did not see the last of it");
});

test("what they saw is told when they leave it, and nothing afterwards", () => {
  const one = watched();
  one.seen.look(0);
  one.until(10_000);
  one.seen.leave();
  same(one.told, [0], "nothing has happened since");
  one.seen.happened(10_000);
  one.seen.leave();
  same(one.told, [0, 10_000]);
});

test("a comment is told as seen when it is shown, and when they come back to it, however short before it was told", () => {
  const one = watched();
  one.seen.look(0);
  one.until(1000);
  one.seen.happened(1000);
  one.seen.said(1000);
  same(one.told, [0, 1000]);
  one.until(30_000);
  same(one.told, [0, 1000], "once");
  one.isInFront = false;
  one.until(31_000);
  one.seen.happened(31_000);
  one.seen.said(31_000);
  same(one.told.length, 2, "nobody looks");
  one.isInFront = true;
  one.until(32_000);
  one.seen.look(32_000);
  same(one.told, [0, 1000, 32_000]);
});
