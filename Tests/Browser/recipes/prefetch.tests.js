import { same, suite } from "../support/harness.js";
import { firstQuestions } from "../../../Web/recipes/server/prefetch.js";

const test = suite("what a page asks first");

/** @param {string} pathname @param {string} hash @param {string | null} snapshot what is remembered */
const asked = (pathname, hash, snapshot = null) =>
  firstQuestions({ pathname, hash }, { getItem: () => snapshot });

test("who is here and the settings always, and what the address is about", () => {
  same(asked("/", ""), ["/config.json", "/collab/v1/me", "/collab/v1/documents"]);
  same(asked("/", "#account"), ["/config.json", "/collab/v1/me"]);
  same(asked("/d/a%2Fb", ""), ["/config.json", "/collab/v1/me", "/collab/v1/collaborations/a%2Fb"]);
  same(asked("/", "#recipe=x-1"), ["/config.json", "/collab/v1/me", "/collab/v1/documents/x-1",
    "/collab/v1/documents/x-1/snapshot"]);
});

test("the log too, where it is remembered up to where the snapshot reaches", () => {
  same(asked("/", "#recipe=x", "40").at(-1), "/collab/v1/documents/x/events?after=40&limit=500");
  for (const odd of ["", "-1", "40&x", "1e3"]) same(asked("/", "#recipe=x", odd).length, 4);
});
