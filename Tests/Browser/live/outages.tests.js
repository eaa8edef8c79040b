import { Messenger } from "../../../Web/grove/messenger/messenger.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";
import { delivery, person, place, texts, until } from "./support/devices.js";
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
    await until("Alice is told so", async () => alice.connection === "online");
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
    await charlie.must("signUp", { handle: "charlie", name: "Charlie", from: "anybody" });
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

/** Carries requests out and loses the answers to those that `isLost` names. */
const losing = (isLost) => async (url, init) => {
  const answer = await fetch(url, init);
  if (!isLost(`${init.method} ${new URL(url).pathname}`)) return answer;
  await answer.arrayBuffer();
  throw new TypeError("the connection broke");
};

test("a sign-up whose answer is lost is the same one when it is done again", () => served(
  async (servers) => {
    let isLosing = true;
    const home = place(servers, { fetch: losing((asked) => isLosing && asked.endsWith("/accounts")) });
    const request = { ...home, handle: "alice", displayName: "Alice" };
    await throwsCode("relay_unreachable", () => Messenger.signUp(request));
    isLosing = false;
    const { messenger, recoveryCode } = await Messenger.signUp(request);
    same((await messenger.sync()).interruption, undefined);
    const other = place(servers);
    const back = await Messenger.recover({ ...other, handle: "alice", code: recoveryCode });
    same((await back.devices()).length, 1);
  }));

test("a page closed in the middle of signing up finds out how it ended", () => served(
  async (servers) => {
    let isLosing = true;
    const fetching = losing((asked) => isLosing && asked.endsWith("/accounts"));
    const home = place(servers, { fetch: fetching });
    await Messenger.signUp({ ...home, handle: "alice", displayName: "Alice" }).catch(() => undefined);
    await throwsCode("relay_unreachable", () => Messenger.open(home));
    isLosing = false;
    const found = await Messenger.open(home);
    same([found.me.name, (await found.sync()).interruption], ["Alice", undefined]);
    // And where somebody else has the handle by now, this browser is no device.
    const late = place(servers, { fetch: async () => { throw new TypeError("away"); } });
    await Messenger.signUp({ ...late, handle: "alice", displayName: "Other" }).catch(() => undefined);
    same(await Messenger.open({ ...late, environment: {} }).catch(({ code }) => code), null);
    same((await late.store.list("")).size, 0);
  }));

test("an upload whose answer is lost is not shown twice", () => served(
  async (servers, stopping) => {
    let lost = 2;
    const home = { fetch: losing((asked) => asked.endsWith("/envelopes") && (lost -= 1) >= 0) };
    const alice = stopping((await person(servers, "alice", home)).messenger);
    const bob = stopping((await person(servers, "bob")).messenger);
    const id = await alice.createConversation({ members: ["bob"] });
    await alice.sendText(id, "once");
    for (let round = 0; round < 4; round += 1) await alice.sync();
    await bob.sync();
    same(await texts(bob, id), ["once"]);
    same([await delivery(alice, id, "once"), await alice.queuedCount()], ["sent", 0]);
    holds(lost < 0);
  }));

test("a device whose keys are gone says so in words and can begin anew", () => served(
  async (servers) => {
    const { home } = await person(servers, "alice");
    await home.store.put(new Map([["keys/base", undefined]]));
    await throwsCode("no_device", () => Messenger.open(home));
    await Messenger.forget(home);
    same(await Messenger.open(home), null);
  }));

test("a relay restored from an older copy is read from its beginning, and nothing is shown twice", () => served(
  async (servers, stopping) => {
    const alice = stopping((await person(servers, "alice")).messenger);
    const bob = await person(servers, "bob");
    const id = await alice.createConversation({ members: ["bob"] });
    await alice.sendText(id, "kept");
    await alice.sync();
    await bob.messenger.sync();
    // As if the relay had forgotten that there ever was so much.
    await bob.home.store.put(new Map([["counter/mailbox", 10_000n]]));
    const again = await Messenger.open(bob.home);
    await alice.sendText(id, "after");
    await alice.sync();
    same((await again.sync()).interruption, undefined);
    same(await texts(again, id), ["kept", "after"]);
  }));
