import { decodeBase64URL, encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { concat, randomBytes, utf8 } from "../../../Web/grove/encoding/bytes.js";
import { domain } from "../../../Web/grove/crypto/hash.js";
import { hmac, sha256 } from "../../../Web/grove/crypto/hash.js";
import { openAttachment, sealAttachment } from "../../../Web/grove/message/attachment-seal.js";
import { checkComplete, checkOffer, checkPossession } from "../../../Web/grove/message/device-linking/device-link-check.js";
import { decodeDeviceLinkRequest, encodeDeviceLinkRequest } from "../../../Web/grove/message/device-linking/device-link-request.js";
import { decodeDeviceLinkMessage, encodeDeviceLinkMessage } from "../../../Web/grove/message/device-linking/device-link-message.js";
import { relaySignInBytes } from "../../../Web/grove/message/relay-sign-in.js";
import { accountDigits, safetyNumber } from "../../../Web/grove/message/safety-number.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";
import { account, change, device, id, possession } from "../support/people.js";

const test = suite("linking, safety numbers, sign-in and files");

const owner = await account("owner");
const [old] = owner.devices;
const added = await device("added");
const request = {
  identityKey: added.identityKey.publicKey, baseKey: added.baseKey.publicKey, rendezvous: id(7),
};
const over = (message) => decodeDeviceLinkMessage(encodeDeviceLinkMessage(message));

test("a device is linked: request, offer, possession, published list", async () => {
  const scanned = decodeDeviceLinkRequest(` ${encodeDeviceLinkRequest(request)}\n`);
  same([scanned.identityKey.text, scanned.rendezvous], [request.identityKey.text, id(7)]);
  const { accountID, hash: prevHash } = owner.chain.newest;
  const offer = over({ type: "offer", accountID, prevHash, entry: added.entry.encoded });
  const { value: entry } = await checkOffer(offer, request);
  const word = over({ type: "possession", ...(await possession(added, owner.chain.newest)) });
  holds((await checkPossession(word, entry, accountID, prevHash)).ok);
  const chain = await change(owner, [old, added], old.identityKey);
  const complete = over({ type: "complete", accountID, statement: chain.newest.reference });
  same(checkComplete(complete, offer, entry, chain).value.hash, chain.newest.hash);
  same(checkComplete(complete, offer, entry, owner.chain).refusal, "statement_unknown");
  const stranger = await account("stranger");
  same(checkComplete(complete, offer, entry, stranger.chain).refusal, "account_mismatch");
  const early = { ...complete, statement: owner.chain.newest.reference };
  same(checkComplete(early, offer, entry, chain).refusal, "entry_not_published");
  const removed = await change({ chain }, [old], old.identityKey);
  same(checkComplete(complete, offer, entry, removed).refusal, "entry_not_published");
});

test("an offer of other keys, or possession of another device or place, is refused", async () => {
  const { accountID, hash: prevHash } = owner.chain.newest;
  const offer = (entry) => ({ type: "offer", accountID, prevHash, entry });
  same((await checkOffer(offer(old.entry.encoded), request)).refusal, "entry_mismatch");
  same((await checkOffer(offer(new Uint8Array(147)), request)).refusal, "malformed");
  const word = await possession(added, owner.chain.newest);
  const check = async (changes, entry = added.entry) =>
    (await checkPossession({ ...word, ...changes }, entry, accountID, prevHash)).refusal;
  same(await check({}, old.entry), "device_mismatch");
  same(await check({ signature: new Uint8Array(64) }), "possession_invalid");
  same(
    (await checkPossession(word, added.entry, accountID, id(1, 32))).refusal, "possession_invalid");
});

test("a link code or a message in another form is refused", async () => {
  const text = encodeDeviceLinkRequest(request);
  for (const wrong of ["", text.slice(1), `${text}A`, text.slice(0, -4), text.replace("-link", "_link")]) {
    await throwsCode("malformed", () => decodeDeviceLinkRequest(wrong), wrong);
  }
  const twice = encodeDeviceLinkRequest({ ...request, baseKey: request.identityKey });
  await throwsCode("duplicate_key", () => decodeDeviceLinkRequest(twice));
  const offCurve = `grove-link:${encodeBase64URL(new Uint8Array(146).fill(4))}`;
  await throwsCode("key_invalid", () => decodeDeviceLinkRequest(offCurve));
  for (const wrong of ["{}", '{"v":1,"type":"other"}', '{"type":"offer"}', '{"v":1,"type":"offer"}']) {
    await throwsCode("malformed", () => decodeDeviceLinkMessage(utf8(wrong)), wrong);
  }
  await throwsCode("limit_exceeded", () => decodeDeviceLinkMessage(new Uint8Array(8193)));
});

test("both people see the same sixty digits, worked out step by step", async () => {
  const [low, high] = [id(1, 32), id(2, 32)];
  const key = await sha256(
    concat(domain("safety-number"), decodeBase64URL(low), decodeBase64URL(high)));
  const first = await hmac(key, concat(domain("digits"), new Uint8Array([1])));
  const second = await hmac(key, concat(first, domain("digits"), new Uint8Array([2])));
  const bytes = concat(first, second);
  const expected = Array.from({ length: 12 }, (_, group) => {
    let value = 0;
    for (const byte of bytes.slice(5 * group, 5 * group + 5)) value = value * 256 + byte;
    return String(100_000 + (value % 100_000)).slice(1);
  });
  same(await safetyNumber(high, low), expected);
  same(await safetyNumber(low, high), expected);
  holds((await safetyNumber(low, id(3, 32))).join() !== expected.join());
  same((await accountDigits(low)).length, 6);
});

test("identifiers are ordered by their bytes, not by their texts", async () => {
  // 0xfb… is "-…" in base64url and 0x00… is "A…": "-" comes before "A" as text.
  same(await safetyNumber(id(0xfb, 32), id(0, 32)), await safetyNumber(id(0, 32), id(0xfb, 32)));
  const key = await sha256(concat(
    domain("safety-number"), new Uint8Array(32), new Uint8Array(32).fill(0xfb)));
  const first = await hmac(key, concat(domain("digits"), new Uint8Array([1])));
  let value = 0;
  for (const byte of first.slice(0, 5)) value = value * 256 + byte;
  same((await safetyNumber(id(0xfb, 32), id(0, 32)))[0], String(100_000 + (value % 100_000)).slice(1));
});

test("what a device signs to sign in names the relay, the account, the device and the challenge", async () => {
  const parts = {
    relay: "https://relay.example", accountID: id(1, 32), deviceID: id(2), challenge: utf8("abc"),
  };
  const expected = concat(
    utf8("collab/1 relay-sign-in\0"), new Uint8Array([0, 21]), utf8("https://relay.example"),
    new Uint8Array(32).fill(1), new Uint8Array(16).fill(2), new Uint8Array([0, 3]), utf8("abc"));
  same(relaySignInBytes(parts), expected);
  const long = { ...parts, challenge: new Uint8Array(257) };
  await throwsCode("limit_exceeded", () => relaySignInBytes(long));
});

test("a file opens with its key and digest only", async () => {
  const [file, key] = [randomBytes(1000), randomBytes(32)];
  const { sealed, digest } = await sealAttachment(file, key);
  same(sealed.length, 1016);
  same(await openAttachment(sealed, key, digest), file);
  const changed = sealed.map((byte, index) => (index === 500 ? byte ^ 1 : byte));
  await throwsCode("malformed", () => openAttachment(changed, key, digest));
  await throwsCode("malformed", async () => openAttachment(changed, key, await sha256(changed)));
  await throwsCode("malformed", () => openAttachment(sealed, randomBytes(32), digest));
  await throwsCode("malformed", () => openAttachment(new Uint8Array(15), key, digest));
  await throwsCode("malformed", () => sealAttachment(file, randomBytes(16)));
});
