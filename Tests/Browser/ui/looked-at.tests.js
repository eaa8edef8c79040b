import { isAnyLookedAt } from "../../../Web/messenger/attention/looked-at.js";
import { inNode } from "../support/environment.js";
import { holds, note, same, suite } from "../support/harness.js";

const hasLocks = !inNode && Boolean(navigator.locks);
const test = hasLocks ? suite("whether somebody looks") : () => {};
if (!hasLocks) note("whether another tab is looked at was not tried: there are no locks here");

/** @param {() => Promise<void>} work while nobody looks at this page */
async function away(work) {
  document.hasFocus = () => false;
  try {
    await work();
  } finally {
    // @ts-expect-error the page's own is below it
    delete document.hasFocus;
  }
}

/** Another tab is looked at until it is told to look away. */
async function another() {
  /** @type {() => void} */
  let lookAway = () => {};
  await new Promise((isHeld) => void navigator.locks.request("grove/looked-at", { mode: "shared" },
    () => new Promise((resolve) => {
      lookAway = () => resolve(undefined);
      isHeld(undefined);
    })));
  return lookAway;
}

test("who asks at the same moment about another conversation is no page that is looked at", () => away(async () => {
  same(await Promise.all([isAnyLookedAt(), isAnyLookedAt(), isAnyLookedAt()]), [false, false, false]);
}));

test("a tab that looks away just now is not looked at, and one that stays is", () => away(async () => {
  const lookAway = await another();
  same(await isAnyLookedAt(), true);
  const answer = isAnyLookedAt();
  setTimeout(lookAway, 100);
  holds(!(await answer));
}));
