import { decodeContent } from "../../../Web/grove/message/content/message-content.js";
import { KEMKey } from "../../../Web/grove/message/kem-key.js";
import { documentState } from "../../../Web/grove/rules/invitations/document-state.js";
import { addressesDue } from "../../../Web/grove/rules/notices/notice-address-rules.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { same, suite } from "../support/harness.js";
import { account, device as newDevice, id } from "../support/people.js";
import { Company, Device, origin, place } from "./support/devices.js";

const test = suite("notice addresses that a person's devices share");

/** A person's two devices, told apart by what their relay makes for them; what one queues the other takes. */
async function pair() {
  const keys = [await newDevice("Bob one"), await newDevice("Bob two")];
  const company = new Company();
  company.members.push(await account("Alice"), await account("Bob", keys));
  const [alice, bob] = company.members;
  const [phone, laptop] = await Promise.all(keys.map((own) => Device.of(company, bob, undefined, own)));
  const ended = [];
  for (const [number, one] of [phone, laptop].entries()) {
    let made = number * 100;
    one.host.makeNoticeAddress = async () => {
      made += 1;
      return { addressID: id(made, 16), endpoint: `https://relay.example/relay/v1/push/${made}` };
    };
    one.host.endNoticeAddress = async (addressID) => void ended.push(addressID);
  }
  const stranger = await Device.of(company, alice);
  return { phone, laptop, stranger, ended, serverKey: encodeBase64URL((await KEMKey.generate()).publicKey.bytes) };
}

/** What a device tells its person's others, taken by another. */
async function tell(from, to) {
  await from.sharing.settled();
  const waiting = await from.queued();
  await from.store.put(new Map([...(await from.store.list(names.outbox())).keys()].map((name) => [name, undefined])));
  const answers = [];
  for (const { contentType, content, accounts } of waiting) {
    same(accounts, [from.person.id]);
    answers.push((await to.take(from, decodeContent(contentType, content))).dropped);
  }
  return answers;
}

const addresses = async ({ store }) => [...(await store.list(names.noticeAddress())).values()];
const ids = async (device) => (await addresses(device)).map(({ addressID }) => addressID).sort();

test("an address made on one device is handed out by the other, with the same key and secret", async () => {
  const { phone, laptop, serverKey } = await pair();
  const handed = await phone.sharing.noticeAddress(place, serverKey);
  same(await tell(phone, laptop), [undefined]);
  same(await laptop.sharing.noticeAddress(place, serverKey), handed);
  same([await tell(phone, laptop), await tell(laptop, phone)], [[], []]);
});

test("two devices that each made an address keep both, and hand out the same one", async () => {
  const { phone, laptop, serverKey } = await pair();
  await phone.sharing.noticeAddress(place, serverKey);
  await laptop.sharing.noticeAddress(place, serverKey);
  same([await tell(phone, laptop), await tell(laptop, phone)], [[undefined], [undefined]]);
  same([await ids(phone), await ids(laptop)], [[id(1), id(101)].sort(), [id(1), id(101)].sort()]);
  // What opens what is pushed to either of them.
  const keys = ({ host, ...device }) => addresses(device).then((all) => Promise.all(all.map((one) => host.open(one.sealedKeys))));
  const [one, other] = [await keys({ host: phone.host, store: phone.store }), await keys({ host: laptop.host, store: laptop.store })];
  same([one.map((bytes) => bytes.length), one], [[48, 48], other]);
  same(await phone.sharing.noticeAddress(place, serverKey), await laptop.sharing.noticeAddress(place, serverKey));
});

test("who says no on one device is told by no device, and who says yes again is", async () => {
  const { phone, laptop, serverKey, ended } = await pair();
  await phone.sharing.noticeAddress(place, serverKey);
  await tell(phone, laptop);
  await laptop.sharing.setServerNotices(origin, false);
  same([ended, await tell(laptop, phone)], [[id(1)], [undefined]]);
  same([await phone.sharing.hasServerNotices(origin), await addresses(phone)], [false, []]);
  same(await phone.sharing.noticeAddress(place, serverKey), undefined);
  await phone.sharing.setServerNotices(origin, true);
  await tell(phone, laptop);
  same(await laptop.sharing.hasServerNotices(origin), true);
});

/** A device whose relay does not end addresses until it is asked to again. */
function away(device) {
  const { endNoticeAddress } = device.host;
  device.host.endNoticeAddress = async () => { throw new Error("away"); };
  return () => (device.host.endNoticeAddress = endNoticeAddress);
}

test("an address from before a no is handed out by no device after a later yes, told with it or not", async () => {
  for (const isTold of [true, false]) {
    const { phone, laptop, ended, serverKey } = await pair();
    await phone.sharing.noticeAddress(place, serverKey);
    await tell(phone, laptop);
    const comesBack = away(phone);
    await phone.sharing.setServerNotices(origin, false);
    if (isTold) await tell(phone, laptop);
    await phone.sharing.setServerNotices(origin, true);
    await phone.sharing.noticeAddress(place, serverKey);
    await tell(phone, laptop);
    same([await ids(phone), await ids(laptop), ended], [[id(2)], [id(2)], []]);
    comesBack();
    await phone.sharing.settled();
    same([await ids(phone), ended], [[id(2)], [id(1)]]);
  }
});

test("what could not be ended is ended once the relay is there again, and what can be meanwhile", async () => {
  const { phone, laptop, ended, serverKey } = await pair();
  await phone.sharing.noticeAddress(place, serverKey);
  await phone.sharing.noticeAddress({ ...place, collaborationID: "another" }, serverKey);
  const comesBack = away(phone);
  await phone.sharing.setServerNotices(origin, false);
  same([ended, await ids(phone), await phone.sharing.hasServerNotices(origin)], [[], [], false]);
  phone.host.endNoticeAddress = async (addressID) => {
    if (addressID === id(1)) throw new Error("away");
    ended.push(addressID);
  };
  await tell(phone, laptop);
  same(ended, [id(2)]);
  comesBack();
  await tell(phone, laptop);
  same(ended, [id(2), id(1)]);
});

test("addresses are told once all choices are, which end what was told before them", async () => {
  const { phone, laptop, serverKey } = await pair();
  await phone.sharing.noticeAddress(place, serverKey);
  for (let number = 0; number < 20; number += 1) await phone.sharing.setServerNotices(`https://app${number}.example`, false);
  const due = await phone.host.look((records) => addressesDue(records, 1000n));
  same([due.addresses.length, due.choices.length], [0, 16]);
  await tell(phone, laptop);
  same([await ids(laptop), (await laptop.store.list(names.noticeChoice())).size], [[id(1)], 20]);
});

test("a yes where nobody has said no changes nothing", async () => {
  const { phone, laptop, serverKey } = await pair();
  await phone.sharing.noticeAddress(place, serverKey);
  await tell(phone, laptop);
  await phone.sharing.setServerNotices(origin, true);
  same([await tell(phone, laptop), await ids(phone)], [[], [id(1)]]);
});

test("nobody else is believed, nor a device that was removed, nor the same twice", async () => {
  const { phone, laptop, stranger, serverKey } = await pair();
  await phone.sharing.noticeAddress(place, serverKey);
  await phone.sharing.settled();
  const [{ contentType, content }] = await phone.queued();
  const told = decodeContent(contentType, content);
  same((await laptop.take(stranger, told)).dropped, "not_own_account");
  same((await laptop.take(phone, told, { isFromRemovedDevice: true })).dropped, "removed_device");
  same(await addresses(laptop), []);
  same([(await laptop.take(phone, told)).dropped, (await laptop.take(phone, told)).dropped], [undefined, "not_new"]);
});

test("more than a message takes are told in several, whatever an app calls its collaborations", async () => {
  const { phone, laptop, serverKey } = await pair();
  for (let number = 0; number < 70; number += 1) {
    const collaborationID = "\u0001".repeat(200) + String(number).padStart(55, "0");
    await phone.sharing.noticeAddress({ audience: origin, collaborationID }, serverKey);
  }
  same(await tell(phone, laptop), Array(5).fill(undefined));
  same((await addresses(laptop)).length, 70);
});

test("who has one device tells nobody, and a device that comes later is told everything", async () => {
  const { phone, laptop, serverKey } = await pair();
  await phone.sharing.noticeAddress(place, serverKey);
  same((await tell(phone, laptop)).length, 1);
  const [own] = await addresses(phone);
  same(own.toldSeq, phone.person.chain.newest.seq);
  // As it was before the account's list had its newest device.
  await phone.host.change((records) =>
    records.put(names.noticeAddress(place, own.addressID), { ...own, toldSeq: own.toldSeq - 1n }));
  same(await tell(phone, laptop), ["not_new"]);
  // It cannot say of anybody that they have not come yet.
  const isTold = (one) => one.host.look((records) => documentState(records, place).isTold);
  same([await isTold(phone), await isTold(laptop)], [true, undefined]);
  const company = await Company.of("Carol");
  const [alone] = company.devices;
  await alone.sharing.setServerNotices(origin, true);
  await alone.sharing.settled();
  same(await alone.queued(), []);
});
