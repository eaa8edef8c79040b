import { addItem } from "../../../Web/grove/rules/model/thread.js";
import { holds, same, suite } from "../support/harness.js";
import { delivery, texts, until } from "./support/looking.js";

const test = suite("tabs of a browser");
const frames = new Set();
let count = 0;

/** A tab: a frame with its own modules, locks and channels, at the same origin. */
async function tab() {
  const frame = document.createElement("iframe");
  frame.src = "tab.html";
  document.body.append(frame);
  frames.add(frame);
  await until("a tab", async () => frame.contentWindow?.isReady);
  const page = frame.contentWindow;
  const streams = { open: 0 };
  const fetching = page.fetch;
  page.fetch = async (url, init) => {
    if (!url.endsWith("/mailbox/stream")) return fetching(url, init);
    streams.open += 1;
    init.signal.addEventListener("abort", () => (streams.open -= 1));
    return fetching(url, init);
  };
  const close = () => (frames.delete(frame), frame.remove());
  return { Messenger: page.Messenger, streams, close };
}

const nameless = () => `device-${Date.now()}-${(count += 1)}`;

/** Two people, each a database of their own; Bob's messenger is opened in a tab that is closed again. */
async function people() {
  const made = [];
  for (const person of ["alice", "bob"]) {
    const one = await tab();
    const name = nameless();
    const handle = `${person}${name.replace(/\D/g, "")}`;
    const { messenger } = await one.Messenger.signUp({ name, handle, displayName: person });
    await messenger.setRequestPolicy("anybody");
    one.close();
    made.push({ name, handle });
  }
  return made;
}

async function opened({ name }) {
  const one = await tab();
  const messenger = await one.Messenger.open({ name });
  messenger.start();
  return { ...one, messenger };
}

const each = (name, body) => test(name, async () => {
  try {
    await body();
  } finally {
    for (const frame of frames) frame.remove();
    frames.clear();
  }
});

each("a device survives its tab, keys and all", async () => {
  const [alice, bob] = await people();
  const first = await opened(alice);
  const id = await first.messenger.createConversation({ members: [bob.handle] });
  await first.messenger.sendText(id, "kept");
  await until("sent", async () => (await delivery(first.messenger, id, "kept")) === "sent");
  first.close();
  const again = await opened(alice);
  same(await texts(again.messenger, id), ["kept"]);
  await until("online", async () => again.messenger.connection === "online");
});

each("all tabs show the same, with one stream at the relay", async () => {
  const [alice, bob] = await people();
  const [one, two, his] = [await opened(alice), await opened(alice), await opened(bob)];
  const seen = [];
  two.messenger.addEventListener("thread", ({ detail }) => seen.push(detail.conversationID));
  const id = await two.messenger.createConversation({ members: [bob.handle] });
  await two.messenger.sendText(id, "from the second tab");
  await until("the first tab shows it", async () =>
    (await texts(one.messenger, id)).includes("from the second tab"));
  await until("Bob has it", async () => (await texts(his.messenger, id)).length === 1);
  await his.messenger.sendText(id, "an answer");
  for (const { messenger } of [one, two]) {
    await until("both have the answer", async () => (await texts(messenger, id)).length === 2);
    await until("both are online", async () => messenger.connection === "online");
  }
  same([one.streams.open, two.streams.open].sort(), [0, 1]);
  await until("events reached the other tab", async () => seen.length >= 2);
  await until("delivered", async () =>
    (await delivery(two.messenger, id, "from the second tab")) === "delivered");
});

each("the leading tab closes in the middle, and another takes over at once", async () => {
  const [alice, bob] = await people();
  const [leading, other, his] = [await opened(alice), await opened(alice), await opened(bob)];
  const id = await leading.messenger.createConversation({ members: [bob.handle] });
  await until("Bob is in", async () => (await his.messenger.conversations()).length === 1);
  await until("both online", async () => other.messenger.connection === "online");
  const sent = [];
  for (let number = 0; number < 20; number += 1) {
    sent.push(`message ${number}`);
    await his.messenger.sendText(id, `message ${number}`);
    if (number === 10) leading.close();
  }
  await until("all of it", async () => (await texts(other.messenger, id)).length === 20);
  same(await texts(other.messenger, id), sent);
  await other.messenger.sendText(id, "still here");
  await until("Bob has it", async () => (await texts(his.messenger, id)).includes("still here"));
});

each("a text written in a tab that closes at once is not lost and not sent twice", async () => {
  const [alice, bob] = await people();
  const his = await opened(bob);
  let id = "";
  const sent = [];
  for (let number = 0; number < 8; number += 1) {
    const one = await opened(alice);
    id ||= await one.messenger.createConversation({ members: [bob.handle] });
    sent.push(`text ${number}`);
    await one.messenger.sendText(id, `text ${number}`);
    // Somewhere between the store and the relay's answer.
    await new Promise((resolve) => setTimeout(resolve, number * 7));
    one.close();
  }
  const last = await opened(alice);
  await until("all of it", async () => (await texts(his.messenger, id)).length >= 8);
  await until("nothing waits", async () => (await last.messenger.queuedCount()) === 0);
  same(await texts(his.messenger, id), sent);
  for (const text of sent) holds(/sent|delivered/.test(await delivery(last.messenger, id, text)), text);
});

each("a thread of 10 000 messages opens at once, and so does the list", async () => {
  const [alice, bob] = await people();
  const { messenger } = await opened(alice);
  const id = await messenger.createConversation({ members: [bob.handle] });
  // That it was begun is a line too, and comes by the mailbox.
  await until("it was begun", async () => (await messenger.thread(id)).length === 1);
  await messenger.local.change((records) => {
    for (let number = 0; number < 10_000; number += 1) {
      addItem(records, {
        conversationID: id, messageID: `message${number}`, sender: "bob", senderDevice: "device",
        sentAt: number, receivedAt: number, content: { kind: "text", text: `message ${number}` },
      }, messenger.me.accountID);
    }
  });
  const again = await opened(alice);
  const begin = performance.now();
  const items = await again.messenger.thread(id, { limit: 50 });
  const opening = performance.now() - begin;
  same(items.at(-1).content.text, "message 9999");
  const [listed] = await again.messenger.conversations();
  same(listed.unread, 10_000);
  const earlier = await again.messenger.thread(id, { before: items[0].position, limit: 50 });
  same(earlier.at(-1).content.text, "message 9949");
  const whole = performance.now() - begin;
  holds(opening < 100 && whole < 300, `${opening} ms, ${whole} ms`);
});

each("what one tab forgets is gone in all", async () => {
  const [alice] = await people();
  const [one, two] = [await opened(alice), await opened(alice)];
  let isGone = false;
  two.messenger.addEventListener("gone", () => (isGone = true));
  await one.Messenger.forget({ name: alice.name });
  await until("told", async () => isGone);
  same(await one.Messenger.open({ name: alice.name }), null);
});
