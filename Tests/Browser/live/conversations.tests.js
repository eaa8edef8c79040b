import { holds, same, suite, throwsCode } from "../support/harness.js";
import { delivery, person, texts, until } from "./support/devices.js";
import { Servers, SwiftDevice } from "./support/servers.js";

const test = suite("browser and Swift devices");

/** Alice in a browser, Bob in a browser, Charlie with Swift; one conversation. */
async function together(body) {
  const servers = await Servers.start();
  const swift = new SwiftDevice(servers, "charlie");
  const people = [];
  try {
    const [alice, bob] = [await person(servers, "alice"), await person(servers, "bob")];
    people.push(alice, bob);
    await swift.must("signUp", { handle: "charlie", name: "Charlie", from: "anybody" });
    alice.messenger.start();
    bob.messenger.start();
    const id = await alice.messenger.createConversation({ members: ["bob", "charlie"] });
    await until("Charlie is in", async () =>
      (await swift.must("thread", { conversation: id })).rows.length > 0);
    await body({ servers, alice: alice.messenger, bob: bob.messenger, swift, id, people });
  } finally {
    for (const { messenger } of people) await messenger.stop();
    await swift.stop();
    await servers.stop();
  }
}

const swiftTexts = async (swift, id) =>
  (await swift.must("thread", { conversation: id })).rows
    .filter(({ kind }) => kind === "text").map(({ text }) => text);

test("texts arrive in both kinds of devices, and both say so", () => together(
  async ({ alice, bob, swift, id }) => {
    await alice.sendText(id, "from the browser");
    await until("Bob has it", async () => (await texts(bob, id)).includes("from the browser"));
    await until("Charlie has it", async () => (await swiftTexts(swift, id)).includes("from the browser"));
    await until("both say so", async () =>
      (await delivery(alice, id, "from the browser")) === "delivered");
    await swift.must("sendText", { conversation: id, text: "from Swift" });
    await until("Alice has it", async () => (await texts(alice, id)).includes("from Swift"));
    await until("Bob has it", async () => (await texts(bob, id)).includes("from Swift"));
    await until("Charlie is told", async () =>
      (await swift.must("thread", { conversation: id })).rows
        .some((row) => row.text === "from Swift" && row.delivery === "delivered"));
    same((await alice.alarms()).length, 0);
  }));

test("who is written to by somebody unknown is asked, accepts, declines or blocks", async () => {
  const servers = await Servers.start();
  const swift = new SwiftDevice(servers, "eve");
  const bob = await person(servers, "bob");
  try {
    await bob.messenger.setRequestPolicy("ask");
    await swift.must("signUp", { handle: "eve", name: "Eve" });
    bob.messenger.start();
    const begin = async (text) => {
      const id = (await swift.must("createConversation", { members: "bob", name: text })).values.conversation;
      await swift.must("sendText", { conversation: id, text });
      return id;
    };
    const first = await begin("first");
    const [asked] = await until("Bob is asked", async () => {
      const requests = await bob.messenger.requests();
      return requests.length > 0 && requests;
    });
    const eve = asked.requestedBy;
    same([asked.conversationID, asked.unread, await texts(bob.messenger, first)], [first, 0, []]);
    same(await bob.messenger.conversations(), []);
    await throwsCode("request_pending", () => bob.messenger.sendText(first, "no"));
    await bob.messenger.acceptRequest(first);
    await until("what was said is shown", async () =>
      (await texts(bob.messenger, first)).includes("first"));
    same((await bob.messenger.conversation(first)).unread, 1);
    await bob.messenger.sendText(first, "hello Eve");
    await until("Eve reads it", async () => (await swiftTexts(swift, first)).includes("hello Eve"));
    await bob.messenger.leave(first);
    await bob.messenger.block(eve);
    same(await bob.messenger.blocked(), [eve]);
    const second = await begin("second");
    await until("Eve is told that Bob was not added", async () =>
      (await swift.must("thread", { conversation: second })).rows
        .some(({ event }) => event === "not_added"));
    same(await bob.messenger.requests(), []);
    await bob.messenger.unblock(eve);
    const third = await begin("third");
    await until("Bob is asked again", async () => (await bob.messenger.requests()).length > 0);
    await bob.messenger.leave(third);
    await until("it is gone", async () => (await bob.messenger.requests()).length === 0);
    same(await texts(bob.messenger, third), []);
  } finally {
    await bob.messenger.stop();
    await swift.stop();
    await servers.stop();
  }
});

test("a conversation shows who is in it, its last line and what is unread", () => together(
  async ({ alice, bob, swift, id }) => {
    await swift.must("sendText", { conversation: id, text: "one" });
    await swift.must("sendText", { conversation: id, text: "two" });
    const found = await until("two unread", async () => {
      const [conversation] = await bob.conversations();
      return conversation?.unread === 2 && conversation;
    });
    same(found.title, "Alice, Charlie");
    same(found.last.content.text, "two");
    same(found.members.map(({ name, isMe }) => `${name} ${isMe}`).sort(),
      ["Alice false", "Bob true", "Charlie false"]);
    await bob.markRead(id);
    same((await bob.conversation(id)).unread, 0);
    same((await alice.conversations()).length, 1);
  }));

test("name, photo and members change for everybody", () => together(
  async ({ servers, alice, bob, id, people }) => {
    const dana = await person(servers, "dana");
    people.push(dana);
    dana.messenger.start();
    await alice.renameConversation(id, "Bakers");
    await until("Bob sees the name", async () => (await bob.conversation(id)).name === "Bakers");
    const photo = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 1])]);
    await bob.setPhoto(id, photo);
    await until("Alice sees a photo", async () => (await alice.conversation(id)).photoVersion);
    same((await (await alice.photo(id)).arrayBuffer()).byteLength, 9);
    await alice.addMembers(id, ["dana"]);
    await until("Dana is in", async () => (await dana.messenger.conversations()).length === 1);
    await dana.messenger.sendText(id, "hello");
    await until("Bob reads Dana", async () => (await texts(bob, id)).includes("hello"));
    await alice.removeMembers(id, ["dana"]);
    await until("Dana is out", async () =>
      (await dana.messenger.conversation(id)).state === "left");
    await throwsCode("not_a_member", () => dana.messenger.sendText(id, "still here?"));
    await bob.leave(id);
    await until("Alice sees that Bob left", async () =>
      (await alice.thread(id)).some(({ content }) => content.change === "left"));
  }));

test("a copy of a file comes out as it went in, and is sealed at the relay", () => together(
  async ({ alice, bob, swift, id }) => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const file = new Blob([bytes], { type: "image/png" });
    const sent = await alice.sendCopy(id, file, { name: "cake.png", text: "look" });
    same(sent.content.attachment.name, "cake.png");
    const item = await until("Bob has the line", async () =>
      (await bob.thread(id)).find(({ content }) => content.attachment));
    const opened = await bob.attachment(item);
    same(opened.type, "image/png");
    same(new Uint8Array(await opened.arrayBuffer()), bytes);
    await until("Charlie has it", async () =>
      (await swift.must("thread", { conversation: id })).rows.some((row) => row.file === "cake.png"));
    await until("it can be opened where it came from", async () => {
      const own = (await alice.thread(id)).find(({ content }) => content.attachment);
      return own.content.attachment.reference && (await alice.attachment(own)).size === 60_000;
    });
    await throwsCode("item_unknown", async () =>
      bob.attachment((await bob.thread(id)).find(({ content }) => content.kind === "roster")));
  }));

test("an unknown handle is said to be unknown, and nothing is started", () => together(
  async ({ alice }) => {
    await throwsCode("contact_unknown", () => alice.createConversation({ members: ["nobody"] }));
    await throwsCode("contact_unknown", () => alice.lookUp(" "));
    same((await alice.conversations()).length, 1);
    const charlie = await alice.lookUp("Charlie ");
    same(charlie.name, "Charlie");
    const number = await alice.safetyNumber(charlie.accountID);
    holds(/^(\d{5} ){11}\d{5}$/.test(number), number);
  }));

test("a text too long for a message is refused before anything is stored", () => together(
  async ({ alice, id }) => {
    await throwsCode("limit_exceeded", () => alice.sendText(id, "x".repeat(70_000)));
    await throwsCode("malformed", () => alice.sendText(id, "\ud800"));
    await throwsCode("conversation_unknown", () => alice.sendText("AAAAAAAAAAAAAAAAAAAAAA", "hi"));
    same(await alice.queuedCount(), 0);
    same(await texts(alice, id), []);
  }));
