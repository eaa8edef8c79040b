import { decodeContent, encodeContent } from "../../../Web/grove/message/content/message-content.js";
import { documentsCame, documentsToTell, mostAwaited } from "../../../Web/grove/rules/invitations/own-documents.js";
import { documentState } from "../../../Web/grove/rules/invitations/document-state.js";
import { writeAccount } from "../../../Web/grove/rules/model/known-account.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { all } from "../../../Web/grove/rules/model/records.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";
import { change, device as newDevice, id } from "../support/people.js";
import { Company, Device, conversationID, invitation, origin, place } from "./support/devices.js";

const test = suite("documents that a device added later waits for");

/** Alice has invited Bob; then Bob gets a second device, which has heard of nothing. */
async function later() {
  const company = await Company.of("Alice", "Bob");
  const [alice, phone] = company.devices;
  await phone.take(alice, await invitation(alice, phone));
  const own = await newDevice("Bob two");
  phone.person.chain = await change(phone.person, [phone.person.devices[0], own], phone.person.devices[0].identityKey);
  const laptop = await Device.of(company, phone.person, undefined, own);
  await phone.host.change((records) => writeAccount(records,
    { handle: "Bob", name: "Bob", chain: phone.person.chain, kemKeys: [], refreshedAt: 0 }));
  return { alice, phone, laptop, company };
}

/** What a device tells its person's others, taken by another. */
async function tell(from, to) {
  await from.sharing.settled();
  const waiting = await from.queued();
  await from.store.put(new Map([...(await from.store.list(names.outbox())).keys()].map((name) => [name, undefined])));
  const answers = [];
  for (const { contentType, content, accounts } of waiting) {
    same(accounts, [from.person.id], "to nobody else");
    answers.push((await to.take(from, decodeContent(contentType, content))).dropped);
  }
  return answers;
}

test("a device added later learns what was shared before, by whom, and that it waits", async () => {
  const { alice, phone, laptop } = await later();
  same(await tell(phone, laptop), [undefined]);
  const awaited = await laptop.sharing.awaitedDocuments();
  same(awaited.map(({ title, inviter, conversationID: where }) => [title, inviter, where]),
    [["Baking", alice.person.id, conversationID]]);
  same([await laptop.sharing.highlights(), await phone.sharing.awaitedDocuments()], [[], []]);
  same(await tell(phone, laptop), [], "once for each list of devices");
});

test("what was shared in several conversations is told with all of them", async () => {
  const { phone, laptop } = await later();
  const there = id(44);
  await phone.host.change((records) => {
    const [first] = all(records, names.invitation());
    const root = id(45, 32);
    records.put(names.invitation(place, root), { ...first, root, conversationID: there, order: first.order + 1 });
  });
  same(await tell(phone, laptop), [undefined]);
  same((await laptop.sharing.awaitedDocuments()).map((one) => [one.conversationID, one.alsoIn]), [[there, [conversationID]]]);
});

test("a device is told once it can be written to, which is looked after by itself and soon", async () => {
  const { phone, laptop, company } = await later();
  company.isDeviceComing = true;
  same(await tell(phone, laptop), []);
  company.isDeviceComing = false;
  const begin = Date.now();
  while ((await phone.queued()).length === 0 && Date.now() - begin < 4000) await new Promise((resolve) => setTimeout(resolve, 50));
  same((await phone.queued()).length, 1);
  same(await tell(phone, laptop), [undefined]);
});

test("nobody is told where no device was added, and nobody but the own account is believed", async () => {
  const company = await Company.of("Alice", "Bob");
  const [alice, bob] = company.devices;
  await bob.take(alice, await invitation(alice, bob));
  same(await bob.host.look((records) => documentsToTell(records, { accountID: bob.person.id, deviceID: bob.own.deviceID }).documents), []);
  const content = { documents: [{ audience: origin, collaborationID: "x", link: `${origin}/d/x`, title: "A trap",
    inviter: alice.person.id, conversationID }] };
  same((await bob.take(alice, { type: "ownDocuments", ...content })).dropped, "not_own_account");
  const own = { sender: bob.person.id, isFromRemovedDevice: true };
  same(await bob.host.change((records) => documentsCame(records, content, own, bob.person.id)), { dropped: "removed_device" });
  same(await bob.sharing.awaitedDocuments(), []);
});

test("a device that was let in later learns who had come before it heard of anything", async () => {
  const { alice, phone, laptop } = await later();
  await tell(phone, laptop);
  const [{ collaboration }] = (await phone.store.list(names.invitation())).values();
  const state = (device) => device.host.look((records) => documentState(records, collaboration));
  const address = { collaboration, addressID: "AQ", endpoint: "https://relay.example/1", serverKey: "AQ", publicKey: new Uint8Array(65),
    sealedKeys: new Uint8Array(1), toldSeq: phone.person.chain.newest.seq };
  const came = [{ root: id(3, 32), account: alice.person.id }, { root: id(4, 32), account: phone.person.id },
    { root: id(5, 32), name: "Eve" }, { root: id(6, 32), name: "Zoe" }];
  await phone.host.change((records) => {
    records.put(names.noticeAddress(collaboration, "AQ"), address);
    records.put(names.toldCame(collaboration), came);
  });
  await laptop.host.change((records) => {
    records.put(names.noticeAddress(collaboration, "AQ"), { ...address, isLater: true });
    // Eve came, and Zoe has gone, since this device is told itself.
    records.put(names.toldCame(collaboration), came.slice(2, 3));
    records.put(names.toldGone(collaboration), [id(6, 32)]);
  });
  same(await tell(phone, laptop), [], "it opens nothing there yet");
  // Alice lets it in.
  const again = await invitation(alice, phone);
  for (const device of [phone, laptop]) await device.take(alice, again);
  same((await state(laptop)).isTold, undefined);
  same(await tell(phone, laptop), [undefined]);
  const { isTold, guests, joined } = await state(laptop);
  same([isTold, guests.map(({ name }) => name), joined.toSorted()], [true, ["Eve"], [alice.person.id, phone.person.id].toSorted()]);
  same([await tell(phone, laptop), await tell(laptop, phone)], [[], []], "once, and by one of them");
});

test("what this device was invited to it knows better, and it keeps so many of what it is told", async () => {
  const { phone, laptop } = await later();
  const one = (number) => ({ audience: origin, collaborationID: `c${number}`, link: `${origin}/d/${number}`, title: "T",
    inviter: id(1, 32), conversationID });
  await laptop.host.change((records) => {
    for (let number = 0; number < mostAwaited; number += 1) records.put(names.awaited(one(number)), one(number));
  });
  same((await laptop.take(phone, { type: "ownDocuments", documents: [one("over")] })).dropped, "not_new");
  same((await laptop.take(phone, { type: "ownDocuments", documents: [one(0)] })).dropped, undefined, "it may be told anew");
  same((await laptop.sharing.awaitedDocuments()).length, mostAwaited);
  const known = [...(await phone.store.list(names.invitation())).values()][0].collaboration;
  same((await phone.take(laptop, { type: "ownDocuments", documents: [{ ...one(1), ...known }] })).dropped, "not_new");
});

test("at most four in a message, none twice, none without a link of its app", async () => {
  const one = (number, changes = {}) => ({ audience: origin, collaborationID: `c${number}`, link: `${origin}/d/${number}`,
    title: "T", inviter: id(1, 32), conversationID: id(1, 16), ...changes });
  const content = (...documents) => ({ type: "ownDocuments", documents });
  const longest = { title: "\u0001".repeat(1024), collaborationID: "\u0001".repeat(255), link: `${origin}/${"a".repeat(2000)}` };
  const people = (count) => Array.from({ length: count }, () => ({ root: id(3, 32), name: "\"".repeat(128) }));
  const { contentType, content: bytes } = encodeContent(content(...[0, 1, 2, 3].map((number) =>
    one(number, { ...longest, collaborationID: longest.collaborationID.slice(1) + number, people: people(16) }))));
  same([contentType, decodeContent(contentType, bytes).documents.length], [9, 4]);
  holds(bytes.length < 65_350);
  await throwsCode("limit_exceeded", () => encodeContent(content(...[0, 1, 2, 3, 4].map((number) => one(number)))));
  await throwsCode("limit_exceeded", () => encodeContent(content(one(1, { people: people(33) }), one(2, { people: people(32) }))));
  await throwsCode("limit_exceeded", () => encodeContent(content(one(1, { people: [{ root: id(3, 32), name: "a".repeat(129) }] }))));
  const [root, account] = [id(3, 32), id(4, 32)];
  for (const person of [{ root }, { root, account, name: "Eve" }, { root, name: "" }, { root, name: "E\nve" }, { account }]) {
    await throwsCode("malformed", () => encodeContent(content(one(1, { people: [person] }))));
  }
  for (const wrong of [content(), content(one(1), one(1)), content(one(1, { link: "https://evil.example/" })),
    content(one(1, { inviter: "AA" })), content(one(1, { conversationID: "AA" }))]) {
    await throwsCode("malformed", () => encodeContent(wrong));
  }
});
