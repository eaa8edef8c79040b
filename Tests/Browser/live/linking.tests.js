import { Messenger } from "../../../Web/grove/messenger/messenger.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";
import { person, place, texts, until } from "./support/devices.js";
import { Servers, SwiftDevice } from "./support/servers.js";

const test = suite("devices of one account");

async function served(body) {
  const servers = await Servers.start();
  const open = [];
  const started = (messenger) => {
    open.push(messenger);
    messenger.start();
    return messenger;
  };
  const swift = (name) => {
    const device = new SwiftDevice(servers, name);
    open.push(device);
    return device;
  };
  try {
    await body({ servers, started, swift });
  } finally {
    for (const one of open) await one.stop();
    await servers.stop();
  }
}

test("a browser takes a Swift device into the account, and both show the same digits", () => served(
  async ({ servers, started, swift }) => {
    const alice = await person(servers, "alice");
    const bob = await person(servers, "bob");
    const first = started(alice.messenger);
    started(bob.messenger);
    const second = swift("alice-2");
    const { values: { code } } = await second.must("beginLink");
    let digits = "";
    const completing = second.must("completeLink");
    const summary = await first.linkDevice(code, { onOffer: (shown) => (digits = shown) });
    same((await completing).values.digits, digits);
    same((await first.devices()).length, 2);
    same(summary.isThisDevice, false);
    const id = await first.createConversation({ members: ["bob"] });
    await first.sendText(id, "from one device");
    await until("the other device shows it", async () =>
      (await second.must("thread", { conversation: id })).rows
        .some(({ text }) => text === "from one device"));
    await second.must("sendText", { conversation: id, text: "from the other" });
    await until("the first shows it as its own", async () =>
      (await first.thread(id)).some(({ content, delivery, sender }) =>
        content.text === "from the other" && delivery && sender === first.me.accountID));
    await until("Bob sees one person", async () => {
      const items = (await bob.messenger.thread(id)).filter(({ content }) => content.kind === "text");
      return items.length === 2 && new Set(items.map(({ sender }) => sender)).size === 1;
    });
    await until("Bob is told of the new device", async () =>
      (await texts(bob.messenger, id)).length === 2 && (await bob.messenger.alarms()).length === 0);
  }));

test("a Swift device takes a browser into the account, which is then removed", () => served(
  async ({ servers, started, swift }) => {
    const phone = swift("carol-1");
    await phone.must("signUp", { handle: "carol", name: "Carol", from: "anybody" });
    const home = place(servers);
    let asked = "";
    const linking = await Messenger.beginLinking({
      ...home, confirm: async (digits) => Boolean((asked = digits)),
    });
    const offered = await phone.must("linkDevice", { code: linking.text });
    const browser = started(await linking.done);
    same(asked, offered.values.digits);
    same(browser.me.handle, "carol");
    same(browser.me.name, "Carol");
    await until("online", async () => browser.connection === "online");
    await phone.must("removeDevice", { device: browser.deviceID });
    await until("the browser says so", async () => browser.connection === "signedOut");
    const again = await Messenger.open(home);
    same(again?.connection, "signedOut");
    await throwsCode("device_removed", () => again.sync());
    await Messenger.forget(home);
    same(await Messenger.open(home), null);
  }));

test("who says no to the digits stays out", () => served(async ({ servers }) => {
  const alice = await person(servers, "alice");
  const home = place(servers);
  const linking = await Messenger.beginLinking({ ...home, confirm: async () => false });
  const accepting = alice.messenger.linkDevice(linking.text, { timeLimit: 1 });
  await throwsCode("cancelled", () => linking.done);
  await throwsCode("link_timed_out", () => accepting);
  same(await Messenger.open(home), null);
  same((await alice.messenger.devices()).length, 1);
  await throwsCode("link_code_invalid", () => alice.messenger.linkDevice("grove-link:nonsense"));
}));

test("the recovery code brings the account back and drops the other devices", () => served(
  async ({ servers, started }) => {
    const alice = await person(servers, "alice");
    const bob = started((await person(servers, "bob")).messenger);
    const lost = started(alice.messenger);
    const id = await lost.createConversation({ members: ["bob"] });
    await lost.sendText(id, "before");
    await until("Bob has it", async () => (await texts(bob, id)).includes("before"));
    const home = place(servers);
    const wrong = alice.recoveryCode.replace(/^./, (one) => (one === "7" ? "8" : "7"));
    await throwsCode("recovery_code_invalid", () =>
      Messenger.recover({ ...home, handle: "alice", code: wrong }));
    await throwsCode("contact_unknown", () =>
      Messenger.recover({ ...home, handle: "nobody", code: alice.recoveryCode }));
    same(await Messenger.open(home), null);
    const back = started(await Messenger.recover(
      { ...home, handle: "Alice", code: alice.recoveryCode.toLowerCase().replace(/-/g, " ") }));
    await until("the lost device knows", async () => lost.connection === "signedOut");
    await until("the conversation is back", async () => (await back.conversations()).length === 1);
    await back.sendText(id, "after");
    await until("Bob reads on", async () => (await texts(bob, id)).includes("after"));
    await until("Bob is shown the change", async () =>
      (await bob.thread(id)).some(({ content }) => content.change === "recovered"));
    same((await back.devices()).length, 1);
    same((await bob.alarms()).length, 0);
  }));

test("the last device that can change the list cannot be removed", () => served(
  async ({ servers }) => {
    const { messenger } = await person(servers, "alice");
    await throwsCode("last_device", () => messenger.removeDevice(messenger.deviceID));
    await throwsCode("item_unknown", () => messenger.removeDevice("AAAAAAAAAAAAAAAAAAAAAA"));
    const again = { ...place(servers), handle: "alice", displayName: "Another" };
    await throwsCode("handle_taken", () => Messenger.signUp(again));
    same(await Messenger.open(again), null);
    holds((await messenger.devices())[0].isThisDevice);
  }));
