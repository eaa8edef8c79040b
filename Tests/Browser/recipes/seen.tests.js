import { Seen } from "../../../Web/recipes/session/seen.js";
import { same, suite } from "../support/harness.js";

const test = suite("what is seen in the app is told to the messenger");

test("once when it is shown, and again after something has happened, but not all the time nor behind other windows", async () => {
  const told = [];
  let isInFront = false;
  const seen = new Seen(async () => {
    told.push("told");
    throw new Error("the server is away");
  }, () => isInFront);
  seen.look(0);
  same(told.length, 0, "nobody looks");
  isInFront = true;
  seen.look(0);
  seen.look(60_000);
  same(told.length, 1, "nothing has happened since");
  seen.happened();
  same(told.length, 1, "who looks at it anyway has come back to nothing");
  seen.look(10_000);
  same(told.length, 1);
  seen.look(20_000);
  same(told.length, 2);
});

test("a mention is told as seen when it is shown, and when they come back to it, however short before it was told", () => {
  const told = [];
  let isInFront = true;
  let now = 0;
  const seen = new Seen(async () => void told.push(now), () => isInFront);
  seen.look(now);
  seen.happened();
  now = 1000;
  seen.mentioned(now);
  same(told, [0, 1000]);
  seen.look(30_000);
  same(told.length, 2, "nothing has happened since");
  isInFront = false;
  now = 31_000;
  seen.happened();
  seen.mentioned(now);
  same(told.length, 2, "nobody looks");
  isInFront = true;
  now = 32_000;
  seen.look(now);
  same(told, [0, 1000, 32_000]);
});
