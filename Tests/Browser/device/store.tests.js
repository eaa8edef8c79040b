import { StagedRecords } from "../../../Web/grove/store/staged-records.js";
import { locked } from "../../../Web/grove/device/locks.js";
import { LocalDevice } from "../../../Web/grove/device/local-device.js";
import { eventsFollowing } from "../../../Web/grove/device/tabs.js";
import { addItem } from "../../../Web/grove/rules/model/thread.js";
import { thread } from "../../../Web/grove/device/conversations.js";
import { IndexedDBRecordStore } from "../../../Web/grove/store/indexeddb-record-store.js";
import { MemoryRecordStore } from "../../../Web/grove/store/memory-record-store.js";
import { holds, note, same, suite, throwsCode } from "../support/harness.js";
import { inNode } from "../support/environment.js";

const test = suite("what a device keeps");

const stores = [["memory", async () => new MemoryRecordStore()]];
if (inNode) note("the device's store was not tried in IndexedDB: this runtime has none");
else stores.push(["IndexedDB", () => IndexedDBRecordStore.open(`store-${Math.random()}`)]);

for (const [kind, open] of stores) {
  test(`${kind}: the last records come first, page by page`, async () => {
    const store = await open();
    await store.put(new Map(["b/1", "a/1", "a/3", "a/2", "a/4", "c"].map((name) => [name, name])));
    const names = async (page) => (await store.page("a/", page)).map(([name]) => name);
    same(await names({ limit: 3 }), ["a/4", "a/3", "a/2"]);
    same(await names({ limit: 3, before: "a/2" }), ["a/1"]);
    same(await names({ limit: 3, before: "a/1" }), []);
    same([...(await store.list("a/")).keys()], ["a/1", "a/2", "a/3", "a/4"]);
    await store.clear();
    same((await store.list("")).size, 0);
    store.close();
  });

  test(`${kind}: a change sees what it put, and nothing is written when it fails`, async () => {
    const store = await open();
    await store.put(new Map([["a/1", 1], ["a/2", 2], ["a/4", 4]]));
    const device = new LocalDevice(store, `lock-${Math.random()}`, {}, { now: () => 0 });
    const told = [];
    device.onCommit = (names) => told.push(names);
    const change = (end) => device.change(async (records) => {
      records.put("a/3", 3);
      records.put("a/2", undefined);
      await crypto.subtle.digest("SHA-256", new Uint8Array(1));
      same(await records.get("a/2"), undefined);
      same([...(await records.list("a/")).keys()], ["a/1", "a/3", "a/4"]);
      return end();
    });
    await change(() => { throw new Error("no"); }).catch(() => undefined);
    same([[...(await store.list("a/")).keys()], told], [["a/1", "a/2", "a/4"], []]);
    same(await change(() => "yes"), "yes");
    same([[...(await store.list("a/")).keys()], told], [["a/1", "a/3", "a/4"], [["a/3", "a/2"]]]);
    store.close();
  });

  test(`${kind}: changes happen one after another, however long they wait inside`, async () => {
    const store = await open();
    const device = new LocalDevice(store, `lock-${Math.random()}`, {}, { now: () => 0 });
    const add = () => device.change(async (records) => {
      const count = (await records.get("count")) ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 1));
      records.put("count", count + 1);
    });
    await Promise.all(Array.from({ length: 20 }, add));
    same(await store.get("count"), 20);
    store.close();
  });

  test(`${kind}: a thread is read in pages, oldest first, without gaps`, async () => {
    const store = await open();
    const device = new LocalDevice(store, `lock-${Math.random()}`, {}, { now: () => 0 });
    await device.change(async (records) => {
      for (let number = 0; number < 120; number += 1) {
        const conversationID = number % 2 ? "one" : "other";
        await addItem(records, {
          conversationID, sender: "a", sentAt: 0, receivedAt: 0, content: { kind: "text", text: `${number}` },
        }, "me");
      }
    });
    const found = [];
    for (let before; ;) {
      const page = await thread(device, "one", { before, limit: 25 });
      if (page.length === 0) break;
      found.unshift(...page);
      before = page[0].position;
    }
    same(found.map(({ content }) => Number(content.text)), Array.from({ length: 60 }, (_, n) => 2 * n + 1));
    store.close();
  });
}

test("a lock is given up by whoever fails, and kept apart by its name", async () => {
  const order = [];
  const name = `lock-${Math.random()}`;
  const slow = locked(name, async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    order.push("slow");
    throw new Error("failed");
  });
  const next = locked(name, async () => order.push("next"));
  const other = locked(`${name} other`, async () => order.push("other"));
  await Promise.allSettled([slow, next, other]);
  same(order, ["other", "slow", "next"]);
});

test("what was committed is told by what it is about", () => {
  const events = eventsFollowing([
    "item/c/000000000004", "item/c/000000000005", "item/d/000000000006", "conversation/c", "seen/x/y",
    "sharing/draft/a/b", "outbox/000000000001", "outbox/000000000002", "counter/mailbox", "account/a",
  ]);
  same(events, [
    ["thread", { conversationID: "c", positions: [4, 5] }],
    ["thread", { conversationID: "d", positions: [6] }],
    ["conversations", { conversationID: "c" }],
    ["sharing", { kind: "draft", key: "a/b" }],
    ["outbox", {}],
    ["accounts", { accountID: "a" }],
  ]);
});

test("a rule begins anew until everything it reads is there, and only its last run counts", async () => {
  const store = new MemoryRecordStore();
  await store.put(new Map([["a/1", 1], ["a/2", 2], ["b", 3]]));
  const records = new StagedRecords(store);
  const runs = [];
  const answer = await records.decide((reader) => {
    runs.push(reader.changes.size);
    reader.put(`run ${runs.length}`, true);
    const sum = [...reader.list("a/").values()].reduce((one, other) => one + other, 0);
    const digest = reader.ask(async () => sum * 10);
    reader.put("sum", sum + digest + reader.get("b"));
    // Of a list that was read, single records are known.
    return [reader.get("a/1"), reader.get("a/3"), reader.get("sum")];
  });
  same([answer, runs], [[1, undefined, 36], [0, 0, 0, 0]]);
  same([...records.changes.keys()], ["run 4", "sum"]);
  holds((await store.list("")).size === 3);
});

test("a tab that has not heard that its device was forgotten writes nothing more", async () => {
  const store = new MemoryRecordStore();
  await store.put(new Map([["device", { deviceID: "old" }]]));
  const name = `lock-${Math.random()}`;
  const old = new LocalDevice(store, name, { deviceID: "old" }, { now: () => 0 });
  await old.change(async (records) => records.put("counter/mailbox", 57n));
  await store.clear();
  const late = () => old.change(async (records) => records.put("counter/mailbox", 58n));
  await throwsCode("no_device", late);
  await store.put(new Map([["device", { deviceID: "new" }]]));
  await throwsCode("no_device", late);
  same(await store.get("counter/mailbox"), undefined);
});
