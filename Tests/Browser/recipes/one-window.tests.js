import { oneWindow } from "../../../Web/recipes/document/one-window.js";
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

test("does not close its own window, in which it is drawn anew", async () =>
  same(await closedBy((closes) => [
    oneWindow("ann bread", () => true, { close: closes("drawn before") }),
    oneWindow("ann bread", () => true, { close: closes("drawn now") }),
  ]), []));
