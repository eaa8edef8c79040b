import { LookingAgain, lookingWhenBack } from "../../../Web/recipes/views/looking-again.js";
import { same, suite } from "../support/harness.js";

const test = suite("recipes: waiting for access");

/** @param {number} comesAt which look finds it */
function waiting(comesAt) {
  const page = new EventTarget();
  const times = [];
  let [looks, act] = [0, () => {}];
  const looking = new LookingAgain(async () => (looks += 1) === comesAt, page, (next, time) => {
    times.push(time);
    act = next;
    return /** @type {any} */ (undefined);
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  looking.begin();
  return { looking, times, looks: () => looks,
    pass: () => (act(), settled()), comeBack: () => (page.dispatchEvent(new Event("focus")), settled()) };
}

test("who waits asks more and more seldom, and nothing after the answer", async () => {
  const one = waiting(7);
  for (let count = 0; count < 7; count += 1) await one.pass();
  same(one.times, [4000, 6000, 9000, 13_500, 15_000, 15_000, 15_000]);
  await one.comeBack();
  same(one.looks(), 7);
});

test("who comes back to the page asks at once, and often again", async () => {
  const one = waiting(100);
  for (let count = 0; count < 5; count += 1) await one.pass();
  await one.comeBack();
  same([one.looks(), one.times.at(-1)], [6, 4000]);
  one.looking.end();
  await one.comeBack();
  same(one.looks(), 6);
});

test("who has lost it asks once whenever they come back, by no clock, and no more once it is there", async () => {
  const page = new EventTarget();
  let looks = 0;
  const comeBack = async () => {
    for (const name of ["visibilitychange", "focus"]) page.dispatchEvent(new Event(name));
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const end = lookingWhenBack(async () => (looks += 1) === 3, page);
  await new Promise((resolve) => setTimeout(resolve, 20));
  same(looks, 0);
  await comeBack();
  same(looks, 1, "a tab that comes to the front says so twice");
  for (let turn = 0; turn < 4; turn += 1) await comeBack();
  same(looks, 3);
  const other = lookingWhenBack(async () => (looks += 1) < 0, page);
  await comeBack();
  other();
  end();
  await comeBack();
  same(looks, 4);
});
