import { contentTypes, decodeContent, encodeContent } from "../../../Web/grove/message/content/message-content.js";
import { attentionOf, chooseAttention } from "../../../Web/grove/rules/attention/attention-rules.js";
import { noticeTold } from "../../../Web/grove/rules/attention/mention-rules.js";
import { readHere, readMarksCame } from "../../../Web/grove/rules/attention/reading-rules.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { addItem } from "../../../Web/grove/rules/model/thread.js";
import { readingOf } from "../../../Web/grove/rules/model/unread.js";
import { same, suite, throwsCode } from "../support/harness.js";
import { account, device as newDevice, id } from "../support/people.js";
import { Company, Device, conversationID, place } from "./support/devices.js";

const test = suite("what is read on one device is read on all");

/** A person's two devices, and somebody who writes to them. */
async function pair() {
  const keys = [await newDevice("Bob one"), await newDevice("Bob two")];
  const company = new Company();
  company.members.push(await account("Alice"), await account("Bob", keys));
  const [alice, bob] = company.members;
  const [phone, laptop] = await Promise.all(keys.map((own) => Device.of(company, bob, undefined, own)));
  return { phone, laptop, stranger: await Device.of(company, alice) };
}

/** A message of Alice arrives. */
const say = (device, number) => device.host.change((records) => addItem(records, {
  conversationID, messageID: id(number), sender: id(1, 32), senderDevice: id(200), sentAt: number, receivedAt: number,
  content: { kind: "text", text: String(number) },
}, device.person.id));
const unread = async (device) => (await device.store.get(names.conversation(conversationID))).unread;
const read = (device) => device.host.change((records) => readHere(records, conversationID,
  { accountID: device.person.id, deviceID: device.own.deviceID, now: device.clock }));

/** What a device tells its person's others once it has gathered it. */
async function told(device) {
  device.clock += 2001;
  await device.sharing.round();
  const waiting = (await device.queued()).filter(({ contentType }) => contentType === contentTypes.readMarks);
  await device.store.put(new Map([...(await device.store.list(names.outbox())).keys()].map((name) => [name, undefined])));
  return waiting.map(({ accounts, contentType, content }) => {
    same(accounts, [device.person.id]);
    return decodeContent(contentType, content);
  });
}

test("what one device has read the other has read, though their lines have other places", async () => {
  const { phone, laptop } = await pair();
  await laptop.host.change((records) => records.put(names.counter("position"), 70));
  for (const one of [1, 2, 3]) await say(phone, one);
  for (const one of [2, 1]) await say(laptop, one);
  same([await unread(phone), await unread(laptop)], [3, 2]);
  await read(phone);
  const [marks] = await told(phone);
  // The newest has not come yet: it is read when it comes, and all before it.
  await laptop.take(phone, marks);
  same(await unread(laptop), 2);
  await say(laptop, 3);
  same(await unread(laptop), 0);
  await say(laptop, 4);
  same(await unread(laptop), 1);
  // An old mark takes nothing back and reads nothing more.
  await laptop.take(phone, marks);
  same(await unread(laptop), 1);
  // Nobody tells what they were told.
  same(await told(laptop), []);
});

test("marks come in any order and end the same", async () => {
  const orders = [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1, 2]];
  for (const order of orders) {
    const { phone, laptop } = await pair();
    const all = [];
    for (const one of [1, 2, 3]) {
      await say(phone, one);
      await read(phone);
      all.push((await told(phone))[0]);
    }
    const [first, ...later] = order;
    await say(laptop, 1);
    await laptop.take(phone, all[first]);
    for (const one of [2, 3, 4]) await say(laptop, one);
    for (const one of later) await laptop.take(phone, all[one]);
    same([await unread(laptop), (await laptop.store.get(names.reading(conversationID))).awaited.size], [1, 0]);
  }
});

test("what is read in two seconds is told in one message, and nothing where there is no other device", async () => {
  const { phone, stranger } = await pair();
  for (const one of [1, 2, 3]) {
    await say(phone, one);
    await read(phone);
    await phone.sharing.round();
  }
  same(await phone.queued(), []);
  const marks = await told(phone);
  same(marks.map((one) => one.marks.map(({ messageID }) => messageID)), [[id(3)]]);
  same(await told(phone), []);
  await say(stranger, 1);
  await read(stranger);
  await stranger.host.change((records) => chooseAttention(records, conversationID, "none", 5n));
  same(await told(stranger), []);
});

test("what is chosen on one device holds on all, the latest of it", async () => {
  const { phone, laptop } = await pair();
  const choose = (device, attention, at) => device.host.change((records) =>
    chooseAttention(records, conversationID, attention, at));
  const chosen = (device) => device.host.look((records) => attentionOf(records, conversationID));
  await choose(phone, "mentions", 10n);
  await choose(laptop, "none", 9n);
  const [[one], [other]] = [await told(phone), await told(laptop)];
  await laptop.take(phone, one);
  await phone.take(laptop, other);
  same([await chosen(phone), await chosen(laptop)], ["mentions", "mentions"]);
  same([await told(phone), await told(laptop)], [[], []]);
});

test("a mention that one device has read is read on the other, also when it comes there later", async () => {
  const { phone, laptop } = await pair();
  const root = id(60, 32);
  const mention = (device, number) => device.host.change((records) => {
    const name = names.invitation(place, root);
    records.put(name, { collaboration: place, order: 1, root, conversationID, title: "Baking", isRevoked: false });
    noticeTold(records, { ...place, noticeID: id(number), kind: "mention", root, counter: 1n, at: 1n },
      { outcome: "opened", banner: id(number) },
      { account: records.get(names.conversation(conversationID)).members[0], receivedAt: number });
  });
  const mentions = (device) => device.host.look((records) => readingOf(records, conversationID).mentions.length);
  await mention(phone, 1);
  await mention(phone, 2);
  await mention(laptop, 1);
  same([await mentions(phone), await mentions(laptop)], [2, 1]);
  await read(phone);
  const [marks] = await told(phone);
  await laptop.take(phone, marks);
  same(await mentions(laptop), 0);
  await mention(laptop, 2);
  same(await mentions(laptop), 0);
  await mention(laptop, 3);
  same(await mentions(laptop), 1);
});

test("nobody else says what was read, and a removed device says nothing", async () => {
  const { phone, laptop, stranger } = await pair();
  await say(phone, 1);
  await say(laptop, 1);
  await read(phone);
  const [marks] = await told(phone);
  same((await laptop.take(stranger, marks)).dropped, "not_own_account");
  same((await laptop.take(phone, marks, { isFromRemovedDevice: true })).dropped, "removed_device");
  same(await unread(laptop), 1);
  // A mark for a line of another conversation is none, and of a conversation nobody knows nothing is kept.
  const elsewhere = { ...marks, marks: [{ ...marks.marks[0], conversationID: id(77) }] };
  await laptop.take(phone, elsewhere);
  same([await unread(laptop), await laptop.store.get(names.reading(id(77)))], [1, undefined]);
});

test("read marks are read as they were written: at most 32 and 256, none twice, and not nothing at all", async () => {
  const mark = (number) => ({ conversationID: id(number), messageID: id(1), senderDevice: id(2), at: 5n });
  const setting = (number) => ({ conversationID: id(number), attention: "none", at: (1n << 64n) - 1n });
  const several = (count, make) => Array.from({ length: count }, (_, number) => make(number));
  const mentions = (count) => several(count, (number) => id(number % 256, 16).replace(/^../, number > 255 ? "zz" : "$&"));
  const make = (marks = [], seen = [], settings = []) => ({ type: "readMarks", marks, mentions: seen, settings });
  const full = make(several(32, mark), mentions(256), several(32, setting));
  const { contentType, content } = encodeContent(full);
  same([contentType, decodeContent(contentType, content)], [8, full]);
  for (const over of [make(several(33, mark)), make([], mentions(257)), make([], [], several(33, setting))]) {
    await throwsCode("limit_exceeded", () => encodeContent(over));
  }
  for (const wrong of [make(), make([mark(1), mark(1)]), make([], [id(1), id(1)]), make([], [], [setting(1), setting(1)]),
    make([], [], [{ ...setting(1), attention: "some" }]), make([{ ...mark(1), messageID: "x" }]),
    make([{ ...mark(1), at: -1n }])]) {
    await throwsCode("malformed", () => encodeContent(wrong));
  }
});

test("of marks that wait and of mentions that may come the newest are kept", async () => {
  const { laptop, phone } = await pair();
  await laptop.host.change((records) => {
    const told = (number) => ({
      marks: [{ conversationID, messageID: id(number), senderDevice: id(200), at: BigInt(number) }],
      mentions: Array.from({ length: 8 }, (_, place) => `mention ${number * 8 + place}`), settings: [],
    });
    for (let number = 0; number < 40; number += 1) {
      readMarksCame(records, told(number),
        { sender: phone.person.id, senderDevice: `device ${number}`, isFromRemovedDevice: false },
        { myAccount: phone.person.id, seq: 0n });
    }
  });
  const { awaited } = await laptop.store.get(names.reading(conversationID));
  same([awaited.size, awaited.has("device 7"), awaited.has("device 8")], [32, false, true]);
  const mentions = await laptop.store.get(names.mentionsRead());
  same([mentions.length, mentions[0], mentions.at(-1)], [256, "mention 64", "mention 319"]);
});
