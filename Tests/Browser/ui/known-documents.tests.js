import { KnownDocuments } from "../../../Web/messenger/thread/known-documents.js";
import { same, suite } from "../support/harness.js";

const test = suite("what is known of the documents in a thread");

test("what a card shows is looked up also where the browser drops its callbacks, as while a window opens", async () => {
  const { queueMicrotask } = globalThis;
  globalThis.queueMicrotask = () => {};
  try {
    let looks = 0;
    const app = /** @type {any} */ ({ sharing: { documentStates: async () => [looks += 1] } });
    const known = new KnownDocuments(app, () => {});
    known.of(/** @type {any} */ ({ audience: "https://app.example", collaborationID: "one" }));
    for (let turn = 0; turn < 20 && looks === 0; turn += 1) await undefined;
    same(looks, 1);
  } finally {
    globalThis.queueMicrotask = queueMicrotask;
  }
});

test("what changes while it is looked at is looked at once more", async () => {
  let title = "Soup";
  /** @type {(() => void)[]} */
  const waiting = [];
  const app = /** @type {any} */ ({ sharing: { documentStates: async () => {
    const states = [{ title, accounts: [] }];
    await new Promise((resolve) => waiting.push(() => resolve(undefined)));
    return states;
  } } });
  let changes = 0;
  const known = new KnownDocuments(app, () => (changes += 1));
  const card = /** @type {any} */ ({ audience: "https://app.example", collaborationID: "one" });
  known.of(card);
  const looked = known.look();
  title = "Stew";
  await known.look();
  for (const goOn of waiting) goOn();
  for (let turn = 0; turn < 20 && waiting.length < 2; turn += 1) await undefined;
  waiting.at(-1)?.();
  await looked;
  same([known.of(card)?.title, changes], ["Stew", 2]);
});
