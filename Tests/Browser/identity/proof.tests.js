import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { concat, utf8 } from "../../../Web/grove/encoding/bytes.js";
import { decodeHex } from "../../../Web/grove/encoding/hex.js";
import { PublicKey } from "../../../Web/grove/crypto/public-key.js";
import { generateBaseKey } from "../../../Web/grove/store/new-keys.js";
import { Diversification } from "../../../Web/grove/identity/diversification.js";
import { IdentitySeed } from "../../../Web/grove/identity/identity-seed.js";
import { IdentityTree } from "../../../Web/grove/identity/identity-tree.js";
import {
  decodeProofRequest, encodeProofRequest,
} from "../../../Web/grove/identity/proof-request-data.js";
import { decodeProofBinary, decodeProofJSON, encodeProofBinary } from "../../../Web/grove/identity/proof-encoding.js";
import { encodeProofJSON } from "../../../Web/grove/identity/signed-identity-proof.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";
import { baseKeyOf, bases, context, diversification, seed, vectors } from "../support/vectors.js";

const test = suite("identities and proofs");

const proof = () => decodeProofBinary(decodeHex(vectors.proofBinary));
const json = (changes) => {
  const members = JSON.parse(new TextDecoder().decode(encodeProofJSON(proof())));
  return utf8(JSON.stringify({ ...members, ...changes }));
};

test("P1: both halves agree for fresh keys and seeds, and about half of them flip", async () => {
  let flips = 0;
  for (let round = 0; round < 24; round += 1) {
    const base = await generateBaseKey();
    const fresh = await Diversification.from(IdentitySeed.random(), context);
    const key = await base.diversified(fresh);
    same(key.publicKey.text, (await fresh.publicKey(base.publicKey)).text);
    same(key.publicKey.bytes[64] & 1, 0);
    const { factor } = await fresh.publicHalf(base.publicKey);
    if (factor !== (await fresh.blind(base.publicKey))) flips += 1;
  }
  holds(flips > 0 && flips < 24, `${flips} of 24`);
});

test("P2: another audience, collaboration, recipient, seed or base key gives another key", async () => {
  const variants = [
    context, { ...context, audience: "https://docs.example:8443" },
    { ...context, collaborationID: "doc-7f3b" },
    { ...context, recipient: encodeBase64URL(new Uint8Array(32)) },
  ];
  const keys = [];
  for (const variant of variants) {
    keys.push(await (await Diversification.from(seed, variant)).publicKey(bases[0]));
  }
  keys.push(await (await Diversification.from(IdentitySeed.random(), context)).publicKey(bases[0]));
  keys.push(await diversification.publicKey(bases[1]));
  same(new Set(keys.map((key) => key.text)).size, 6);
});

test("P4: every device of a tree of one, two and three is found, and no other key", async () => {
  for (const count of [1, 2, 3]) {
    const tree = await IdentityTree.build(bases.slice(0, count), diversification);
    for (const [index, base] of bases.entries()) {
      const key = await diversification.publicKey(base);
      const inclusion = await tree.inclusionProof(key);
      same(inclusion !== undefined, index < count);
      if (inclusion) same(await inclusion.root(key), tree.root);
    }
    same(await tree.inclusionProof(bases[0]), undefined);
  }
});

test("P7: a tree with one leaf substituted has another root", async () => {
  const { leaves, root } = await IdentityTree.build(bases, diversification);
  for (const place of [0, 13, 26, 31]) {
    const changed = leaves.map((leaf, index) => (index === place ? new Uint8Array(32) : leaf));
    holds((await IdentityTree.overLeaves(changed)).root !== root);
  }
});

test("a tree without devices, with too many or with one twice is not made", async () => {
  await throwsCode("no_collaboration_device", () => IdentityTree.build([], diversification));
  const many = Array.from({ length: 33 }, () => bases[0]);
  await throwsCode("limit_exceeded", () => IdentityTree.build(many, diversification));
  await throwsCode("duplicate_key", () => IdentityTree.build([bases[0], bases[0]], diversification));
});

test("a proof of another shape is malformed", async () => {
  for (const changes of [
    { v: 2 }, { v: "1" }, { v: undefined }, { profile: 2 }, { profile: "1" }, { publicKey: undefined },
    { publicKey: "AA==" }, { publicKeyIndex: "29" }, { publicKeyIndex: null }, { inclusionHashes: {} },
    { inclusionHashes: ["+"] }, { inclusionHashes: [5] }, { challenge: 5 }, { signature: undefined },
    { padding: "x".repeat(8200) },
  ]) await throwsCode("malformed", () => decodeProofJSON(json(changes)), JSON.stringify(changes));
  for (const text of ["", "[]", "null", "{}", '"x"']) {
    await throwsCode("malformed", () => decodeProofJSON(utf8(text)), text);
  }
});

test("an index that is a number but no usable integer is for the tree to refuse", () => {
  for (const [value, index] of [[29.5, -1], [2 ** 60, -1], [-3, -3], [29, 29], [61, 61]]) {
    same(decodeProofJSON(json({ publicKeyIndex: value })).publicKeyIndex, index);
  }
  same(decodeProofJSON(json({ later: { a: [1] } })), proof());
});

test("a binary proof of another shape is malformed, of another depth for the tree to refuse", async () => {
  const binary = decodeHex(vectors.proofBinary);
  for (const wrong of [
    new Uint8Array(), binary.slice(0, 362), concat(binary, new Uint8Array(1)), new Uint8Array(9000),
    binary.map((byte, index) => (index === 0 ? 2 : byte)),
    binary.map((byte, index) => (index === 1 ? 2 : byte)),
  ]) await throwsCode("malformed", () => decodeProofBinary(wrong));
  const depth = (value) => binary.map((byte, index) => (index === 68 ? value : byte));
  same(decodeProofBinary(depth(4)).inclusionHashes.length, 4);
  same(decodeProofBinary(depth(6)).inclusionHashes.length, 6);
  await throwsCode("malformed", () => encodeProofBinary({ ...proof(), publicKeyIndex: -1 }));
});

test("request data is read as exactly its one form", async () => {
  const request = { account: "bob@docs.example", challenge: decodeHex(vectors.challenge) };
  const bytes = encodeProofRequest(request);
  same(decodeProofRequest(bytes), request);
  for (const wrong of [
    new Uint8Array(), bytes.slice(0, -1), concat(bytes, new Uint8Array(1)),
    bytes.map((byte, index) => (index === 0 ? 2 : byte)),
    bytes.map((byte, index) => (index === 4 ? 0xff : byte)),
    bytes.map((byte, index) => (index === 4 ? 7 : byte)), utf8("collab/1 identity-proof\0"),
  ]) await throwsCode("malformed", () => decodeProofRequest(wrong));
  const long = { account: "a", challenge: new Uint8Array(1025) };
  await throwsCode("limit_exceeded", () => encodeProofRequest(long));
});

test("secrets print as nothing", async () => {
  const base = await baseKeyOf(decodeHex(vectors.devices[0].d));
  for (const secret of [seed, base, diversification]) {
    const text = JSON.stringify(secret) + String(secret) + JSON.stringify(Object.entries(secret));
    for (const hidden of [vectors.seed, vectors.devices[0].d]) {
      const bytes = decodeHex(hidden);
      holds(!text.includes(hidden) && !text.includes(encodeBase64URL(bytes)));
      holds(!text.includes(Array.from(bytes.slice(0, 8)).join(",")));
    }
  }
  holds(new PublicKey(bases[0].bytes).text === JSON.parse(JSON.stringify(bases[0])));
});
