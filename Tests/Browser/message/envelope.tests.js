import { concat, utf8 } from "../../../Web/grove/encoding/bytes.js";
import { encodeContent } from "../../../Web/grove/message/content/message-content.js";
import { openEnvelope } from "../../../Web/grove/message/envelope-opener.js";
import { messagePlaintext, sealEnvelope } from "../../../Web/grove/message/envelope-sealer.js";
import {
  decodeEnvelope, encodeEnvelope, encodeHeader, envelopeInfo,
} from "../../../Web/grove/message/envelope.js";
import { open, seal } from "../../../Web/grove/message/hpke.js";
import { maximumContent, messageSignedBytes } from "../../../Web/grove/message/message-body.js";
import { maximumPlaintext, padded, paddedCount } from "../../../Web/grove/message/message-padding.js";
import { acceptsSentAt } from "../../../Web/grove/message/replay-window.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";
import { account, change, device, id, kemRecord } from "../support/people.js";
import { t0 } from "../support/vectors.js";

const test = suite("envelopes of protocol 10");

const anna = await account("anna", [await device("anna one"), await device("anna two")]);
const bob = await account("bob", [await device("bob one"), await device("bob two")]);
const eve = await account("eve");
const [sender] = anna.devices;
const [phone, laptop] = bob.devices;

const body = (changes = {}) => ({
  senderAccountID: anna.id, senderDeviceID: sender.deviceID,
  senderStatement: anna.chain.newest.reference, sentAt: t0, conversationID: id(5),
  ...encodeContent({ type: "text", text: "flour, butter, patience" }), ...changes,
});
const sealed = (changes, one = phone, key = sender.identityKey) =>
  sealEnvelope(body(changes), id(1), kemRecord(bob, one), key);
const as = (person, one) => ({
  accountID: person.id, deviceID: one.deviceID, keys: new Map([[1, one.kemKey]]),
});
const refusal = async (bytes, me = as(bob, phone)) => (await openEnvelope(bytes, me)).refusal;
const verified = async (bytes, chain = anna.chain) =>
  (await openEnvelope(bytes, as(bob, phone))).value.verify(chain);

test("a message arrives with its sender proven and its content", async () => {
  const { ok, value } = await verified(await sealed());
  same([ok, value.sender, value.senderDevice], [true, anna.id, sender.deviceID]);
  same([value.content().text, value.isFromRemovedDevice], ["flour, butter, patience", false]);
});

test("P9: it opens for the addressed device only", async () => {
  const bytes = await sealed();
  same(await refusal(bytes, as(bob, laptop)), "not_addressed_here");
  same(await refusal(bytes, as(eve, phone)), "not_addressed_here");
  same(await refusal(bytes, { ...as(bob, phone), keys: new Map() }), "key_unknown");
  const otherKey = { ...as(bob, phone), keys: new Map([[1, laptop.kemKey]]) };
  same(await refusal(bytes, otherKey), "seal_broken");
});

test("P9: a change of any part is refused", async () => {
  const bytes = await sealed();
  const answers = new Set();
  for (let index = 0; index < bytes.length; index += 7) {
    const changed = bytes.map((byte, at) => (at === index ? byte ^ 1 : byte));
    const opened = await openEnvelope(changed, as(bob, phone));
    holds(!opened.ok, `byte ${index}`);
    answers.add(opened.refusal);
  }
  holds(answers.has("malformed") && answers.has("seal_broken"));
  for (const wrong of [
    new Uint8Array(), bytes.slice(0, -1), concat(bytes, new Uint8Array(1)), new Uint8Array(70_000),
  ]) same(await refusal(wrong), "malformed");
});

test("P9: a message sealed on to somebody else is not as if it had been sent to them", async () => {
  // Eve, a recipient, seals what Anna signed for her on to Bob.
  const toEve = await sealEnvelope(body(), id(1), kemRecord(eve, eve.devices[0]), sender.identityKey);
  const { header, enc, ciphertext } = decodeEnvelope(toEve);
  const plaintext = await open(
    enc, eve.devices[0].kemKey, envelopeInfo, encodeHeader(header), ciphertext);
  const forged = {
    ...header, recipientAccountID: bob.id, recipientDeviceID: phone.deviceID,
  };
  const again = await seal(phone.kemKey.publicKey, envelopeInfo, encodeHeader(forged), plaintext);
  same((await verified(encodeEnvelope({ header: forged, ...again }))).refusal, "signature_invalid");
});

test("what is inside has to be a padded, signed message", async () => {
  const header = {
    messageID: id(1), recipientAccountID: bob.id, recipientDeviceID: phone.deviceID, recipientKeyID: 1,
  };
  const aad = encodeHeader(header);
  const answer = async (plaintext) => {
    const parts = await seal(phone.kemKey.publicKey, envelopeInfo, aad, plaintext);
    return refusal(encodeEnvelope({ header, ...parts }));
  };
  const plaintext = messagePlaintext(body(), new Uint8Array(64));
  same(await answer(plaintext), undefined);
  same(await answer(concat(plaintext, new Uint8Array(33))), undefined);
  const dirty = plaintext.map((byte, index) => (index === plaintext.length - 1 ? 1 : byte));
  for (const wrong of [new Uint8Array(), dirty, new Uint8Array(512), utf8("hello"), plaintext.slice(0, 90)]) {
    same(await answer(wrong), "content_malformed");
  }
});

test("who does not follow from the sender's chain is refused", async () => {
  same((await verified(await sealed(), eve.chain)).refusal, "sender_mismatch");
  const later = { seq: 9n, hash: id(1, 32) };
  same((await verified(await sealed({ senderStatement: later }))).refusal, "statement_unknown");
  const forked = { seq: 1n, hash: id(1, 32) };
  same((await verified(await sealed({ senderStatement: forked }))).refusal, "statement_forked");
  const unlisted = { senderDeviceID: phone.deviceID };
  same((await verified(await sealed(unlisted))).refusal, "device_not_listed");
  const other = await sealed({}, phone, anna.devices[1].identityKey);
  same((await verified(other)).refusal, "signature_invalid");
});

test("a removed device's message is marked", async () => {
  const [first, second] = anna.devices;
  const chain = await change(anna, [second], second.identityKey);
  const { value } = await verified(await sealed(), chain);
  same(value.isFromRemovedDevice, true);
  holds(!chain.newest.device(first.deviceID));
});

test("the content cannot be read before the sender is proven", async () => {
  const { value } = await openEnvelope(await sealed(), as(bob, phone));
  same(value.claimedSender, anna.id);
  const plain = (_, member) => (typeof member === "bigint" ? String(member) : member);
  holds(!JSON.stringify(Object.values(value), plain).includes("flour"));
  holds(value.content === undefined && value.body === undefined);
});

test("a plaintext becomes this long", async () => {
  for (const [length, count] of [
    [1, 512], [512, 512], [513, 1024], [16_383, 16_384], [16_384, 16_384], [16_385, 17_408],
    [17_408, 17_408], [17_409, 18_432], [32_767, 32_768], [32_768, 32_768], [32_769, 34_816],
    [65_535, 65_536], [65_536, 65_536],
  ]) same([length, paddedCount(length)], [length, count]);
  let before = 0;
  for (let length = 1; length <= maximumPlaintext; length += 1) {
    const count = paddedCount(length);
    if (count < length || count < before || count > maximumPlaintext) throw new Error(`${length}`);
    before = count;
  }
  await throwsCode("limit_exceeded", () => padded(new Uint8Array(maximumPlaintext + 1)));
});

test("the largest content fits, and one byte more is refused", async () => {
  const content = new Uint8Array(maximumContent).fill(32);
  const bytes = await sealed({ content });
  same(bytes.length, 65_692);
  same((await verified(bytes)).value.body.content.length, maximumContent);
  await throwsCode("limit_exceeded", () => sealed({ content: new Uint8Array(maximumContent + 1) }));
});

test("a message from more than five minutes ahead is not accepted", () => {
  same(acceptsSentAt(t0 + 300_000n, t0), true);
  same(acceptsSentAt(t0 + 300_001n, t0), false);
  same(acceptsSentAt(0n, t0), true);
  same(acceptsSentAt((1n << 64n) - 1n, t0), false);
});

test("what is signed is bound to header and recipient", async () => {
  const header = encodeHeader(decodeEnvelope(await sealed()).header);
  const one = await messageSignedBytes(body(), header, phone.kemKey.publicKey);
  const other = await messageSignedBytes(body(), header, laptop.kemKey.publicKey);
  holds(one.length === other.length && one.some((byte, index) => byte !== other[index]));
});
