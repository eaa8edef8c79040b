import { holds, same, suite } from "../support/harness.js";
import { Outbox } from "../../../Web/recipes/session/outbox.js";
import { UpdateSender } from "../../../Web/recipes/session/update-sender.js";
import { AppServer } from "../../../Web/recipes/server/app-server.js";
import { Problem } from "../../../Web/recipes/server/problem.js";
import { MemoryTexts } from "./support/memory-log.js";

const test = suite("recipes: what waits to be sent");
const bytes = (...values) => Uint8Array.from(values);
const join = (first, second) => Uint8Array.from([...first, ...second]);
const counter = () => {
  let count = 0;
  return () => `id${(count += 1)}`;
};

test("what waits outlives the page and is taken over by the next one", () => {
  const store = new MemoryTexts();
  new Outbox(store, "p").add("comment", bytes(1, 2));
  new Outbox(store, "other").add("edit", bytes(9));
  const next = new Outbox(store, "p");
  same(next.waiting.map(({ kind, data }) => [kind, data]), [["comment", "AQI"]]);
  next.done(next.waiting[0].updateID);
  same(new Outbox(store, "p").waiting, []);
});

test("edits that wait are merged, but never into one that may have arrived", () => {
  const box = new Outbox(new MemoryTexts(), "p", counter());
  box.add("edit", bytes(1), { merge: join });
  box.add("edit", bytes(2), { merge: join });
  same(box.waiting.map(({ data }) => data), ["AQI"]);
  const tried = box.next();
  box.add("edit", bytes(3), { merge: join });
  box.add("comment", bytes(4));
  box.add("edit", bytes(5), { merge: join });
  same(box.waiting.map(({ data }) => data), ["AQI", "Aw", "BA", "BQ"]);
  same(box.next(), tried);
});

test("a store that is full loses nothing while the page is open", () => {
  const store = new MemoryTexts();
  store.setItem = () => { throw new Error("full"); };
  const box = new Outbox(store, "p");
  box.add("edit", bytes(1));
  same(box.waiting.length, 1);
});

test("a store with nonsense in it is no reason to stop", () => {
  const store = new MemoryTexts();
  store.setItem("p.x", "{");
  store.setItem("p.y", '[{"updateID":1}]');
  same(new Outbox(store, "p").waiting, []);
});

for (const [why, code] of /** @type {const} */ ([
  ["answer was lost", "unreachable"], ["outcome the server does not know", "outcome_unknown"],
])) test(`an update whose ${why} is sent again under the same identifier`, async () => {
  const box = new Outbox(new MemoryTexts(), "p", counter());
  box.add("edit", bytes(1));
  const seen = [];
  const sender = new UpdateSender(box, async ({ updateID }) => {
    seen.push(updateID);
    if (seen.length === 1) throw new Problem(code);
    return { sequence: "1" };
  }, () => {});
  const running = sender.run();
  await Promise.resolve();
  sender.hurry();
  await running;
  same(seen.length, 2);
  same(seen[0], seen[1]);
  same(box.waiting, []);
});

test("the app's server is asked again with the same body until it knows the outcome", async () => {
  const [asked, pauses] = [/** @type {unknown[]} */ ([]), /** @type {number[]} */ ([])];
  const before = globalThis.fetch;
  globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ url, /** @type {any} */ init) => {
    asked.push(`${init.method} ${url} ${init.body}`);
    const code = ["outcome_unknown", "unavailable"][asked.length - 1];
    return code ? Response.json({ code, title: code }, { status: 503 })
      : Response.json({ documentID: "d" }, { status: 201 });
  });
  try {
    const pause = async (/** @type {number} */ seconds) => { pauses.push(seconds); };
    const server = new AppServer({ origin: "http://localhost:1", pause });
    await server.createDocument("Bread", "r1");
    same([asked.length, new Set(asked).size, pauses], [3, 1, [1, 2]]);
    // A second sign-up would be refused because of the first.
    asked.length = 0;
    const person = { account: "a", displayName: "A", password: "long enough" };
    const error = await server.signUp(person).catch((thrown) => thrown);
    same([asked.length, error.code], [1, "outcome_unknown"]);
  } finally {
    globalThis.fetch = before;
  }
});

test("a refusal takes an update out and says why; the next one is sent", async () => {
  const box = new Outbox(new MemoryTexts(), "p", counter());
  box.add("edit", bytes(1));
  box.add("comment", bytes(2));
  const told = [];
  await new UpdateSender(box, async ({ kind }) => {
    if (kind === "edit") throw new Problem("read_only");
    return { sequence: "1" };
  }, ({ kind }, problem) => told.push([kind, problem?.code ?? "sent"])).run();
  same(told, [["edit", "read_only"], ["comment", "sent"]]);
});

test("what waits when the session has ended is kept for the next one", async () => {
  const box = new Outbox(new MemoryTexts(), "p");
  box.add("edit", bytes(1));
  await new UpdateSender(box, async () => { throw new Problem("unauthenticated"); }, () => {}).run();
  holds(box.waiting.length === 1);
});
