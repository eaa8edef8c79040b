import { Messenger } from "../../../Web/grove/device/messenger.js";
import { holds, same, suite } from "../support/harness.js";
import { delivery, person, texts, until } from "./support/devices.js";
import { Servers, SwiftDevice } from "./support/servers.js";

const test = suite("outages");

async function served(body) {
  const servers = await Servers.start();
  const open = [];
  try {
    await body(servers, (one) => (open.push(one), one));
  } finally {
    for (const one of open) await one.stop();
    await servers.stop();
  }
}

test("what is written while the relay is killed is said to wait, and arrives once, in order", () => served(
  async (servers, stopping) => {
    const alice = stopping((await person(servers, "alice")).messenger);
    const bob = stopping((await person(servers, "bob")).messenger);
    alice.start();
    bob.start();
    const id = await alice.createConversation({ members: ["bob"] });
    await alice.sendText(id, "before");
    await until("Bob has it", async () => (await texts(bob, id)).includes("before"));
    await servers.kill();
    await until("Alice sees it", async () => alice.connection === "offline");
    for (const text of ["one", "two", "three"]) await alice.sendText(id, text);
    await alice.renameConversation(id, "Offline");
    same(await delivery(alice, id, "two"), "queued");
    same(await alice.queuedCount(), 4);
    await servers.restart();
    await until("all arrived", async () => (await texts(bob, id)).length === 4);
    same(await texts(bob, id), ["before", "one", "two", "three"]);
    await until("Alice knows", async () => (await delivery(alice, id, "three")) === "delivered");
    same((await bob.conversation(id)).name, "Offline");
    same(await alice.queuedCount(), 0);
    same(alice.connection, "online");
  }));

test("a conversation begun offline with known people begins later", () => served(
  async (servers, stopping) => {
    const alice = stopping((await person(servers, "alice")).messenger);
    const bob = stopping((await person(servers, "bob")).messenger);
    bob.start();
    await alice.lookUp("bob");
    await servers.kill();
    const id = await alice.createConversation({ members: ["bob"], name: "Later" });
    await alice.sendText(id, "hello later");
    same((await alice.conversation(id)).state, "pending");
    await servers.restart();
    alice.start();
    await until("Bob has it", async () => (await texts(bob, id)).includes("hello later"));
    same((await alice.conversation(id)).state, "active");
  }));

/** A store that fails at a chosen commit, as if the tab were killed there. */
function failing(store) {
  let left = Infinity;
  return {
    failAfter: (count) => (left = count),
    store: {
      get: (name) => store.get(name), list: (prefix) => store.list(prefix),
      page: (prefix, page) => store.page(prefix, page), clear: () => store.clear(),
      close: () => undefined,
      put: async (changes) => {
        left -= 1;
        if (left < 0) throw new Error("killed");
        await store.put(changes);
      },
    },
  };
}

test("killed at any commit, a device loses nothing acknowledged and shows nothing twice", () => served(
  async (servers, stopping) => {
    const alice = stopping((await person(servers, "alice")).messenger);
    const bob = await person(servers, "bob");
    const id = await alice.createConversation({ members: ["bob"] });
    const sent = [];
    let kills = 0;
    for (let commit = 0; commit < 14; commit += 1) {
      const text = `message ${commit}`;
      sent.push(text);
      await alice.sendText(id, text);
      await alice.sync();
      const { store, failAfter } = failing(bob.home.store);
      const device = await Messenger.open({ ...bob.home, store });
      failAfter(commit % 7);
      await device.sync().catch(() => (kills += 1));
      failAfter(Infinity);
      const next = await Messenger.open(bob.home);
      await next.sync();
      same(await texts(next, id), sent);
    }
    holds(kills > 5, `${kills} kills`);
    await alice.sync();
    for (const text of sent) same(await delivery(alice, id, text), "delivered");
  }));

test("killed at any commit while sending, a message arrives exactly once", () => served(
  async (servers, stopping) => {
    const alice = await person(servers, "alice");
    const bob = stopping((await person(servers, "bob")).messenger);
    const id = await alice.messenger.createConversation({ members: ["bob"] });
    await bob.sync();
    const sent = [];
    for (let commit = 1; commit < 8; commit += 1) {
      const text = `message ${commit}`;
      const { store, failAfter } = failing(alice.home.store);
      const device = await Messenger.open({ ...alice.home, store });
      failAfter(commit);
      sent.push(text);
      await device.sendText(id, text);
      await device.sync().catch(() => undefined);
      await device.sync().catch(() => undefined);
      failAfter(Infinity);
      const next = await Messenger.open(alice.home);
      await next.sync();
      same(await next.queuedCount(), 0);
      await bob.sync();
      same(await texts(bob, id), sent);
    }
  }));

test("a device that was away reads everything that came meanwhile, from Swift too", () => served(
  async (servers, stopping) => {
    const alice = await person(servers, "alice");
    const charlie = stopping(new SwiftDevice(servers, "charlie"));
    await charlie.must("signUp", { handle: "charlie", name: "Charlie" });
    const id = await alice.messenger.createConversation({ members: ["charlie"] });
    await alice.messenger.sync();
    await until("Charlie is in", async () =>
      !(await charlie.ask("sendText", { conversation: id, text: "0" })).code);
    for (let number = 1; number < 30; number += 1) {
      await charlie.must("sendText", { conversation: id, text: String(number) });
    }
    await until("all of it", async () => {
      await alice.messenger.sync();
      return (await texts(alice.messenger, id)).length === 30;
    });
    same(await texts(alice.messenger, id), Array.from({ length: 30 }, (_, number) => String(number)));
  }));
