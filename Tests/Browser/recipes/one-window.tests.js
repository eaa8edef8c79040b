import { lostWindow, oneWindow, sayOpened } from "../../../Web/recipes/document/one-window.js";
import { same, suite } from "../support/harness.js";

const test = suite("recipes: a recipe that is opened again");

/** What closed, once everybody has heard what is said now. */
async function closedBy(open) {
  const closed = [];
  const ends = open((name) => () => closed.push(name));
  const heard = new BroadcastChannel("recipes.opened");
  const last = oneWindow("the end", () => true, { own: "nobody" });
  await new Promise((resolve) => (heard.onmessage = ({ data }) => data.name === "the end" && resolve(undefined)));
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const end of [...ends, last]) end();
  heard.close();
  return [...new Set(closed)];
}

test("takes the place of the window it was open in before, of the same person and recipe, where nothing is lost", async () =>
  same(await closedBy((closes) => [
    oneWindow("ann bread", () => true, { own: "before", close: closes("before") }),
    oneWindow("ann bread", () => false, { own: "writing", close: closes("writing") }),
    oneWindow("ben bread", () => true, { own: "other", close: closes("other") }),
    oneWindow("ann bread", () => true, { own: "now", close: closes("now") }),
  ]), ["before"]));

test("closes no other where nobody has asked the messenger for it now", async () =>
  same(await closedBy((closes) => [
    oneWindow("ann bread", () => true, { own: "before", close: closes("before") }),
    oneWindow("ann bread", () => true, { own: "now", isChosen: false, close: closes("now") }),
  ]), []));

test("takes the place of every window that says that it is lost, or has it open it again", async () => {
  const opened = [];
  /** @param {string} name @param {string} link @param {object} [more] */
  const lost = (name, link, more) => lostWindow(link, () => opened.push(name), { own: name, ...more });
  same(await closedBy((closes) => {
    /** @param {string} name @param {boolean} isAllowed */
    const close = (name, isAllowed) => ({ close: () => Boolean(closes(name)()) && isAllowed });
    return [
      lost("lost", "ann 1", close("lost", true)), lost("by hand", "ann 1", close("by hand", false)),
      lost("kept", "ann 1", { isIdle: () => false, ...close("kept", true) }), lost("ben's", "ben 1", close("ben's", true)),
      lost("now", "ann 1", close("now", true)),
      oneWindow("ann bread", () => true, { link: "ann 1", isChosen: false, own: "now", close: closes("open") }),
    ];
  }), ["lost", "by hand"]);
  same(opened, ["by hand", "kept"]);
});

test("what another page shows from now on is lost in no window, either", async () =>
  same(await closedBy((closes) => {
    const end = lostWindow("ann file", () => {}, { own: "before", close: () => Boolean(closes("before")()) });
    sayOpened("ann file");
    return [end];
  }), ["before"]));

test("does not close its own window, in which it is drawn anew", async () =>
  same(await closedBy((closes) => [
    oneWindow("ann bread", () => true, { close: closes("drawn before") }),
    oneWindow("ann bread", () => true, { close: closes("drawn now") }),
  ]), []));
