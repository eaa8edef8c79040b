import { PublicKey } from "../../../Web/grove/crypto/public-key.js";
import { decodeBase64URL, encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { utf8 } from "../../../Web/grove/encoding/bytes.js";
import { IdentitySeed } from "../../../Web/grove/identity/identity-seed.js";
import { decodeContent, encodeContent } from "../../../Web/grove/message/content/message-content.js";
import { NoticeAddressKeys } from "../../../Web/grove/message/content/notice-addresses.js";
import { KEMKey } from "../../../Web/grove/message/kem-key.js";
import { noticeKinds } from "../../../Web/grove/message/content/notice-kinds.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";
import { id } from "../support/people.js";

const test = suite("message contents");
const someKey = (await KEMKey.generate()).publicKey.text;

const audience = "https://docs.example";
const place = { audience, collaborationID: "doc-7f3a" };
const invitation = (changes = {}) => ({
  type: "invitation", link: `${audience}/d/8Zk`, ...place, title: "Baking Recipes",
  optionsSummary: "Everyone can edit",
  identity: {
    seed: new IdentitySeed(new Uint8Array(32).fill(7)), root: id(9, 32),
    statement: { seq: 3n, hash: id(4, 32) },
  },
  identityMap: [{ account: id(1, 32), root: id(9, 32) }], epoch: 41n, ...changes,
});
/** A picture's beginning is all that is looked at. @param {number} width @param {number} [height] @param {number} [size] */
export const icon = (width, height = width, size = 64) => {
  const bytes = new Uint8Array(size);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return encodeBase64URL(bytes);
};
const notice = (changes = {}) => ({
  type: "notice", noticeID: id(2), ...place, kind: "edit", at: 5n, counter: (1n << 64n) - 1n, ...changes,
});
const attachment = {
  attachmentID: "abc", key: new Uint8Array(32).fill(1), digest: new Uint8Array(32), name: "a.txt",
  mediaType: "text/plain", size: 5n,
};
const samples = [
  { type: "text", text: "hello", attachment, clientID: "c1" },
  { type: "text", text: "" },
  invitation(),
  invitation({ card: { appName: "Recipes", firstLines: "Flour\nWater", icon: icon(48) } }),
  invitation({ card: {} }),
  {
    type: "membershipUpdate", ...place, epoch: 42n, added: [{ account: id(1, 32), root: id(2, 32) }],
    removed: [id(3, 32)],
  },
  { type: "membershipUpdate", ...place, epoch: 42n, added: [], removed: [], title: "Broth" },
  { type: "membershipUpdate", ...place, epoch: 42n, added: [], removed: [id(3, 32)], ended: "stopped" },
  ...Object.keys(noticeKinds).map((kind) => notice({ kind, root: id(5, 32) })),
  notice({ attestation: { keyID: "k1", root: id(5, 32), signature: new Uint8Array(64) } }),
  { type: "notice", noticeID: id(2), ...place, at: 5n, counter: 1n },
  { type: "gossip", seen: [{ account: id(1, 32), seq: (1n << 64n) - 1n, hash: id(2, 32) }] },
  { type: "acknowledgement", messageIDs: [id(1)], state: "read" },
];
/** Parsed JSON of a content, to change and read again. */
const members = (content) => JSON.parse(new TextDecoder().decode(encodeContent(content).content));
const read = (type, value) => decodeContent(type, utf8(JSON.stringify(value)));
const sorted = (value) => Object.entries(value).filter(([, member]) => member !== undefined).sort();

test("every content is read as it was written", () => {
  for (const sample of samples) {
    const { contentType, content } = encodeContent(sample);
    const again = decodeContent(contentType, content);
    const { identity, ...rest } = again;
    const { identity: expected, ...others } = sample;
    same(sorted(rest), sorted(others));
    if (expected) {
      same(identity.seed.exportBytes(), expected.seed.exportBytes());
      same([identity.root, identity.statement], [expected.root, expected.statement]);
    }
  }
});

test("an invitation and a notice have the members of the protocol", () => {
  const shared = members(invitation());
  same(Object.keys(shared).sort(), [
    "audience", "collaborationID", "epoch", "identity", "identityMap", "link", "optionsSummary",
    "title", "v",
  ]);
  same([shared.v, shared.epoch, shared.identity.depth], [1, "41", 5]);
  same(shared.identity.statement.seq, "3");
  const posted = members(notice());
  same([posted.event, posted.trigger, posted.at], [1, 1, "5"]);
  same(members(notice({ kind: "mention", root: id(1, 32) })).trigger, 0);
  const cleared = members(notice({ kind: undefined }));
  same([cleared.clear, cleared.event], [true, undefined]);
});

test("unknown members and absent ones written as null are ignored", () => {
  const value = { v: 1, text: "hi", later: { a: [1] }, attachment: null, clientID: null };
  same(sorted(read(1, value)), [["text", "hi"], ["type", "text"]]);
  same(decodeContent(77, utf8("anything")), undefined);
});

test("another shape is malformed", async () => {
  for (const text of [
    '{"text":"hi"}', '{"v":2,"text":"hi"}', '{"v":"1","text":"hi"}', '{"v":1}', '{"v":1,"text":5}',
    "[]", "", "null", '{"v":1,"text":"hi"} x', `{"v":1,"text":"","x":${"[".repeat(20_000)}`,
  ]) await throwsCode("malformed", () => decodeContent(1, utf8(text)), text.slice(0, 30));
  const wrong = [
    [2, invitation(), { audience: "https://docs.example/" }], [2, invitation(), { epoch: 41 }],
    [2, invitation(), { collaborationID: "" }], [2, invitation(), { identityMap: {} }],
    [4, notice(), { event: 5 }], [4, notice(), { event: 3, trigger: 0 }], [4, notice(), { at: "05" }],
    [4, notice(), { counter: 1 }], [4, notice(), { root: "AA" }], [4, notice(), { clear: "yes" }],
    [4, notice(), { trigger: 9 }], [6, samples.at(-1), { messageIDs: [] }],
    [6, samples.at(-1), { state: "lost" }], [5, samples.at(-2), { seen: [{}] }],
  ];
  for (const [type, content, changes] of wrong) {
    const value = { ...members(content), ...changes };
    await throwsCode("malformed", () => read(type, value), JSON.stringify(changes));
  }
  const { identity } = members(invitation());
  for (const changes of [{ depth: 6 }, { seed: "AA" }, { root: "AA" }, { statement: null }]) {
    const value = { ...members(invitation()), identity: { ...identity, ...changes } };
    await throwsCode("malformed", () => read(2, value), JSON.stringify(changes));
  }
});

test("titles, links and lists have limits, on the way out and on the way in", async () => {
  holds(encodeContent(invitation({ title: "t".repeat(1024) })));
  const title = "t".repeat(1025);
  await throwsCode("limit_exceeded", () => encodeContent(invitation({ title })));
  await throwsCode("limit_exceeded", () => read(2, { ...members(invitation()), title }));
  const link = `${audience}/${"l".repeat(2048)}`;
  await throwsCode("limit_exceeded", () => encodeContent(invitation({ link })));
  await throwsCode("limit_exceeded", () => encodeContent({ type: "text", text: "x".repeat(65_400) }));
  const seen = Array.from({ length: 257 }, () => samples.at(-2).seen[0]);
  await throwsCode("limit_exceeded", () => encodeContent({ type: "gossip", seen }));
  const large = { ...attachment, size: 26n * 1024n * 1024n };
  await throwsCode("limit_exceeded", () => encodeContent({ type: "text", text: "", attachment: large }));
  await throwsCode("malformed", () => encodeContent({ type: "text", text: "\ud800" }));
});

const point = new PublicKey(decodeBase64URL(someKey));
const address = (number, changes = {}) => ({
  ...place, addressID: id(number, 16), endpoint: "https://relay.example/relay/v1/push/1", serverKey: someKey,
  publicKey: point, keys: new NoticeAddressKeys(new Uint8Array(48).fill(7)), ...changes,
});
const shared = (addresses, choices = []) => ({ type: "noticeAddresses", addresses, choices });
const choice = (number) => ({ audience: `https://a${number}.example`, isWanted: false, at: (1n << 64n) - 1n });
const several = (count, make) => Array.from({ length: count }, (_, number) => make(number));

test("notice addresses and choices are read as they were written, and their keys print as nothing", () => {
  const { contentType, content } = encodeContent(shared([address(1)], [choice(1)]));
  const again = decodeContent(contentType, content);
  same([contentType, again.choices], [7, [choice(1)]]);
  const [{ keys, publicKey, ...rest }] = again.addresses;
  same([keys.exportBytes(), publicKey.text], [address(1).keys.exportBytes(), someKey]);
  const { keys: _, publicKey: __, ...expected } = address(1);
  same(sorted(rest), sorted(expected));
  same(JSON.stringify(keys), "{}");
});

test("at most 32 notice addresses and 32 choices, none twice, and not nothing at all", async () => {
  const endpoint = `https://${"r".repeat(504)}`;
  encodeContent(shared(several(32, (number) => address(number, { endpoint })), several(32, choice)));
  for (const over of [shared(several(33, (number) => address(number))), shared([], several(33, choice)),
    shared([address(1, { endpoint: `${endpoint}r` })])]) {
    await throwsCode("limit_exceeded", () => encodeContent(over));
  }
  for (const wrong of [shared([]), shared([address(1), address(1)]), shared([], [choice(1), choice(1)]),
    ...["ftp://relay.example", 'https://r/"', "https://r/\\", "https://r/ ", "https://r/é"].map((one) =>
      shared([address(1, { endpoint: one })]))]) {
    await throwsCode("malformed", () => encodeContent(wrong));
  }
  const { addresses: [one], choices } = members(shared([address(1)], [choice(1)]));
  for (const changes of [{ privateKey: "AA" }, { auth: "AA" }, { addressID: "AA" }, { audience: "x" }]) {
    await throwsCode("malformed", () => read(7, { v: 1, addresses: [{ ...one, ...changes }], choices }));
  }
  await throwsCode("malformed", () => read(7, { v: 1, addresses: [one] }));
  await throwsCode("malformed", () => read(7, { v: 1, addresses: [], choices: [{ ...choices[0], isWanted: 1 }] }));
  await throwsCode("key_invalid", () => read(7, { v: 1, addresses: [{ ...one, p256dh: "AA" }], choices }));
});

test("a list that names somebody twice is malformed", async () => {
  const [one] = invitation().identityMap;
  const map = [one, { account: id(2, 32), root: one.root }];
  await throwsCode("malformed", () => encodeContent(invitation({ identityMap: map })));
  await throwsCode("malformed", () => encodeContent(invitation({ identityMap: [one, one] })));
  const update = { type: "membershipUpdate", ...place, epoch: 1n, added: [one], removed: [one.root] };
  await throwsCode("malformed", () => encodeContent(update));
});

test("a mention names a root and a clearing has no attestation", async () => {
  await throwsCode("malformed", () => encodeContent(notice({ kind: "mention" })));
  const attestation = { keyID: "k1", root: id(5, 32), signature: new Uint8Array(64) };
  await throwsCode("malformed", () => encodeContent(notice({ kind: undefined, attestation })));
});

test("an invitation that was read prints without its seed", () => {
  const { contentType, content } = encodeContent(invitation());
  const text = JSON.stringify(decodeContent(contentType, content).identity.seed);
  same(text, "{}");
});

test("a card is small: its name, its lines, and an icon that is a picture of a few points", async () => {
  const card = (value) => read(2, { ...members(invitation()), card: value }).card;
  same(card({ appName: "a".repeat(64), firstLines: "ß".repeat(512), more: 1 }),
    { appName: "a".repeat(64), firstLines: "ß".repeat(512) });
  same([card({ icon: icon(256, 256, 4096) }).icon.length, card({ icon: null })], [5462, {}]);
  for (const [code, value] of [
    ["limit_exceeded", { appName: "a".repeat(65) }], ["limit_exceeded", { firstLines: "ß".repeat(513) }],
    ["limit_exceeded", { icon: icon(256, 256, 4097) }], ["malformed", { icon: icon(257) }],
    ["malformed", { icon: icon(48, 0) }], ["malformed", { icon: icon(48, 50_000) }],
    ["malformed", { icon: icon(48, 48, 24).slice(0, 30) }], ["malformed", { icon: "<svg>" }], ["malformed", { icon: "" }],
    ["malformed", { icon: encodeBase64URL(utf8("<svg xmlns='http://www.w3.org/2000/svg'/>")) }],
    ["malformed", { appName: 7 }], ["malformed", "Recipes"], ["malformed", []],
  ]) await throwsCode(code, () => card(value), JSON.stringify(value));
});
