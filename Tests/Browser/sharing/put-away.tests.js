import { contentTypes, decodeContent, encodeContent } from "../../../Web/grove/message/content/message-content.js";
import { utf8 } from "../../../Web/grove/encoding/bytes.js";
import { putAwayCame, putAwayHere } from "../../../Web/grove/rules/attention/put-away.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";
import { account, device as newDevice, id } from "../support/people.js";
import { Company, Device, conversationID, invitation, origin, place } from "./support/devices.js";

const test = suite("what is put away on one device is put away on all");

/** Bob, with two devices, was invited by Alice. */
async function pair() {
  const keys = [await newDevice("Bob one"), await newDevice("Bob two")];
  const company = new Company();
  company.members.push(await account("Alice"), await account("Bob", keys));
  const [alice, bob] = company.members;
  const [phone, laptop] = await Promise.all(keys.map((own) => Device.of(company, bob, undefined, own)));
  const stranger = await Device.of(company, alice);
  const told = await invitation(stranger, phone);
  for (const one of [phone, laptop]) await one.take(stranger, told);
  const root = told.identityMap[1].root;
  let counter = 0n;
  /** Alice's device tells something. */
  const notice = (kind, changes = {}) => {
    counter += 1n;
    return { type: "notice", ...place, noticeID: id(Number(counter)), kind, at: BigInt(stranger.clock) + counter, counter,
      ...(kind === "mention" && { root }), ...changes };
  };
  const hear = (device, one) => device.take(stranger, one, { messageID: one.noticeID });
  return { phone, laptop, stranger, notice, hear };
}

const shown = async (device) => (await device.sharing.notices(conversationID)).map(({ text }) => text);
const unread = async (device) => ((await device.store.get(names.reading(conversationID)))?.mentions ?? []).length;

/** What a device tells its person's others. */
async function told(device) {
  await device.sharing.round();
  const waiting = (await device.queued()).filter(({ contentType }) => contentType === contentTypes.noticesPutAway);
  await device.store.put(new Map([...(await device.store.list(names.outbox())).keys()].map((name) => [name, undefined])));
  return waiting.map(({ accounts, contentType, content }) => {
    same(accounts, [device.person.id], "to nobody else");
    return decodeContent(contentType, content);
  });
}

test("a strip that is put away on one device goes away on the other, in one message, and nobody tells what they were told", async () => {
  const { phone, laptop, notice, hear } = await pair();
  for (const one of [notice("edit"), notice("comment"), notice("mention")]) {
    for (const device of [phone, laptop]) await hear(device, one);
  }
  same([(await shown(laptop)).length, await unread(laptop)], [3, 1]);
  await phone.sharing.dismissNotices(await phone.sharing.notices(conversationID));
  const [content, ...more] = await told(phone);
  same([more, content.documents.map(({ notices }) => notices.length)], [[], [3]]);
  await laptop.take(phone, content);
  same([await shown(laptop), await unread(laptop)], [[], 0]);
  same([await told(phone), await told(laptop)], [[], []]);
  same((await laptop.take(phone, content)).dropped, undefined, "it waits for what may come again");
  same((await laptop.take(phone, content)).dropped, "not_new");
});

test("so does all that was told of a document that is opened on one device", async () => {
  const { phone, laptop, notice, hear } = await pair();
  for (const one of [notice("edit"), notice("mention")]) for (const device of [phone, laptop]) await hear(device, one);
  await phone.sharing.clearNotices(place);
  for (const content of await told(phone)) await laptop.take(phone, content);
  same([await shown(laptop), await unread(laptop)], [[], 0]);
});

test("what was told after it stays, with whose it is", async () => {
  const { phone, laptop, notice, hear } = await pair();
  const [first, second] = [notice("edit"), notice("edit")];
  for (const device of [phone, laptop]) await hear(device, first);
  await phone.sharing.clearNotices(place);
  // Five minutes of it are one banner, which says more on the other device by now.
  await hear(laptop, second);
  for (const content of await told(phone)) await laptop.take(phone, content);
  same(await shown(laptop), ["Alice edited"]);
  await hear(phone, second);
  same(await shown(phone), ["Alice edited"]);
});

test("a device that was away and got only the last of several puts that away", async () => {
  const { phone, laptop, notice, hear } = await pair();
  const [first, second] = [notice("edit"), notice("edit")];
  for (const one of [first, second]) await hear(phone, one);
  await hear(laptop, second);
  await phone.sharing.clearNotices(place);
  for (const content of await told(phone)) await laptop.take(phone, content);
  same(await shown(laptop), []);
});

test("what comes to the other device later is not shown there, and counts nothing", async () => {
  const { phone, laptop, notice, hear } = await pair();
  const [mention, edit] = [notice("mention"), notice("edit")];
  for (const one of [mention, edit]) await hear(phone, one);
  await phone.sharing.clearNotices(place);
  for (const content of await told(phone)) await laptop.take(phone, content);
  for (const one of [mention, edit]) await hear(laptop, one);
  same([await shown(laptop), await unread(laptop)], [[], 0]);
  await hear(laptop, notice("edit"));
  same(await shown(laptop), ["Alice edited"]);
});

test("nobody else says what was put away, a removed device says nothing, and nothing is kept of unknown documents", async () => {
  const { phone, laptop, stranger, notice, hear } = await pair();
  const one = notice("edit");
  await hear(laptop, one);
  const content = { type: "noticesPutAway", documents: [{ ...place, notices: [one.noticeID] }] };
  same((await laptop.take(stranger, content)).dropped, "not_own_account");
  same((await laptop.take(phone, content, { isFromRemovedDevice: true })).dropped, "removed_device");
  const elsewhere = { ...place, collaborationID: "unknown", notices: [one.noticeID] };
  same((await laptop.take(phone, { ...content, documents: [elsewhere] })).dropped, "not_new");
  same([await shown(laptop), (await laptop.store.list(names.putAway())).size], [["Alice edited"], 0]);
});

test("whoever has one device tells nobody, and in no conversation nobody can be told", async () => {
  const { phone, stranger, notice, hear } = await pair();
  const banners = [{ actors: [{ newest: new Map([["device", { id: id(1), at: 1n, counter: 1n }]]) }] }];
  await stranger.host.change((records) => putAwayHere(records, place, banners,
    { accountID: stranger.person.id, deviceID: stranger.own.deviceID }));
  same([await told(stranger), (await stranger.store.list(names.putAway())).size], [[], 0]);
  await hear(phone, notice("edit"));
  const conversation = await phone.store.get(names.conversation(conversationID));
  await phone.store.put(new Map([[names.conversation(conversationID), { ...conversation, state: "left" }]]));
  await phone.sharing.clearNotices(place);
  same(await told(phone), []);
  await phone.store.put(new Map([[names.conversation(conversationID), conversation]]));
  same((await told(phone)).length, 1, "it is told as soon as it can be");
});

test("of many documents sixteen are told in a message, and of the notices of one the newest sixty-four", async () => {
  const { phone, laptop } = await pair();
  const me = { accountID: phone.person.id, deviceID: phone.own.deviceID };
  const banner = (number) => ({ actors: [{ newest: new Map([["device", { id: id(number), at: BigInt(number), counter: 1n }]]) }] });
  await phone.host.change((records) => {
    for (let number = 0; number < 17; number += 1) {
      const banners = Array.from({ length: number === 0 ? 65 : 1 }, (_, one) => banner(one));
      putAwayHere(records, { audience: origin, collaborationID: `doc-${number}` }, banners, me);
    }
  });
  const messages = await told(phone);
  same(messages.map(({ documents }) => documents.length), [16, 1]);
  const [{ notices }] = messages[0].documents;
  same([notices.length, notices[0], notices.at(-1)], [64, id(1), id(64)]);
  // What may still come is kept as far.
  await laptop.host.change((records) => {
    for (const part of [0, 40]) {
      const many = Array.from({ length: 40 }, (_, one) => id(part + one));
      putAwayCame(records, { documents: [{ ...place, notices: many }] },
        { sender: laptop.person.id, isFromRemovedDevice: false }, laptop.person.id);
    }
  });
  const { awaited } = await laptop.store.get(names.putAway(place));
  same([awaited.length, awaited[0], awaited.at(-1)], [64, id(16), id(79)]);
});

test("they are read as they were written: at most sixteen documents and sixty-four notices, none twice, and not nothing", async () => {
  const one = (number, changes = {}) => ({ audience: origin, collaborationID: `c${number}`, notices: [id(1)], ...changes });
  const several = (count, make) => Array.from({ length: count }, (_, number) => make(number));
  const content = (...documents) => ({ type: "noticesPutAway", documents });
  const longest = content(...several(16, (number) =>
    one(number, { collaborationID: "\u0001".repeat(253) + (10 + number), notices: several(64, (place) => id(place)) })));
  const { contentType, content: bytes } = encodeContent(longest);
  same([contentType, decodeContent(contentType, bytes)], [10, longest]);
  holds(bytes.length < 60_000);
  const written = '{"documents":[{"audience":"https://docs.example","collaborationID":"doc-1","notices":["AQIDBAUGBwgJCgsMDQ4PEA"]}],"v":1}';
  same(decodeContent(10, utf8(written)), content({ ...place, collaborationID: "doc-1", notices: ["AQIDBAUGBwgJCgsMDQ4PEA"] }));
  for (const over of [content(...several(17, one)), content(one(1, { notices: several(65, (place) => id(place)) }))]) {
    await throwsCode("limit_exceeded", () => encodeContent(over));
  }
  for (const wrong of [content(), content(one(1), one(1)), content(one(1, { notices: [] })), content(one(1, { notices: [id(1), id(1)] })),
    content(one(1, { notices: ["AA"] })), content(one(1, { audience: "docs" }))]) {
    await throwsCode("malformed", () => encodeContent(wrong));
  }
});
