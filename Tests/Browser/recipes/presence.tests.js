import { holds, same, suite } from "../support/harness.js";
import { toBase64URL } from "../../../Web/recipes/log/base64url.js";
import { presentPeople } from "../../../Web/recipes/session/presence.js";
import { PresenceLease } from "../../../Web/recipes/session/presence-lease.js";
import { MemoryLog, until } from "./support/memory-log.js";

const test = suite("recipes: who is here");
const state = (value) => toBase64URL(new TextEncoder().encode(JSON.stringify(value)));
const cursor = { field: "notes", anchor: "a", head: "b" };
const present = (account, clientID, told = "") =>
  ({ account, displayName: account.toUpperCase(), clientID, state: told, expiresAt: "0" });

test("a person in two windows is one person with two cursors, and I come last", () => {
  const people = presentPeople([
    present("alice", "here", state(cursor)), present("bob", "b1", state(cursor)),
    present("bob", "b2", state({ ...cursor, field: "steps" })), present("zoe", "z"),
  ], "alice", "here");
  same(people.map(({ name, isMe, cursors }) => [name, isMe, cursors.length]),
    [["BOB", false, 2], ["ZOE", false, 0], ["ALICE", true, 0]]);
});

test("a state of another program is no cursor and no harm", () => {
  const odd = ["", "!", state(null), state({ field: "title", anchor: "a", head: "b" }),
    state({ ...cursor, head: 7 })];
  for (const one of odd) same(presentPeople([present("bob", "b", one)], "alice", "a")[0].cursors, []);
});

test("moving the cursor is told, but not at every step, and leaving is told", async () => {
  const log = new MemoryLog();
  const lease = new PresenceLease(log.as("alice"), "d1");
  await until(() => log.present.size === 1, "the first lease");
  for (let step = 0; step < 50; step += 1) {
    lease.point(/** @type {any} */ ({ ...cursor, head: `h${step}` }));
  }
  await until(() => [...log.present.values()][0].state === state({ ...cursor, head: "h49" }),
    "the last place");
  holds(log.requests < 5, `${log.requests} requests`);
  const before = log.requests;
  for (let step = 0; step < 30; step += 1) {
    lease.point(/** @type {any} */ ({ ...cursor, head: `g${step}` }));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  holds(log.requests - before < 8, `${log.requests - before} requests while it moves`);
  lease.leave();
  same(log.present.size, 0);
});
