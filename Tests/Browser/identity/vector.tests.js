import { concat } from "../../../Web/grove/encoding/bytes.js";
import { decodeHex, encodeHex } from "../../../Web/grove/encoding/hex.js";
import { toBytes32 } from "../../../Web/grove/crypto/integers.js";
import { maskedProduct } from "../../../Web/grove/crypto/integers.js";
import { sha256 } from "../../../Web/grove/crypto/hash.js";
import { contextHash } from "../../../Web/grove/identity/diversification.js";
import { IdentityTree } from "../../../Web/grove/identity/identity-tree.js";
import { InclusionProof } from "../../../Web/grove/identity/inclusion-proof.js";
import { enteredAccount, isEntryCandidate } from "../../../Web/grove/identity/entry-labels.js";
import { proofTranscript } from "../../../Web/grove/identity/proof-transcript.js";
import { decodeProofBinary, decodeProofJSON, encodeProofBinary } from "../../../Web/grove/identity/proof-encoding.js";
import { encodeProofJSON, signIdentityProof } from "../../../Web/grove/identity/signed-identity-proof.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";
import {
  account, baseKeyOf, bases, context, diversification, identifierOf, vectors,
} from "../support/vectors.js";

const test = suite("vectors of protocol 17.2");

const tree = () => IdentityTree.build(bases, diversification);
const root = identifierOf(vectors.root);
const challenge = decodeHex(vectors.challenge);
const parts = { ...context, account, root, challenge };
/** What was signed with a challenge of version 2, and with one of version 1. */
const signed = [vectors.maskedChallenge, vectors];

test("the account that an identity enters, and what is signed in its place", async () => {
  same(await enteredAccount(context, root), "invited-8fe04fce9c9b1e26b35c2fb52f7cceec");
  same(isEntryCandidate("new:AAECAwQFBgcICQoLDA0ODw"), true);
  const others = ["new:", "new:AAECAwQFBgcICQoLDA0ODx", "new:recipes", "invited-8fe04fce9c9b1e26b35c2fb52f7cceec"];
  same(others.filter(isEntryCandidate), []);
});

test("the context hash", async () => {
  same(encodeHex(await contextHash(context)), vectors.contextHash);
});

for (const [index, device] of vectors.devices.entries()) {
  test(`device ${index + 1}: blind, public half, private half and leaf`, async () => {
    same(encodeHex(toBytes32(await diversification.blind(bases[index]))), device.blind);
    same(encodeHex((await diversification.publicKey(bases[index])).bytes), device.publicKey);
    const { publicKey, factor } = await diversification.publicHalf(bases[index]);
    same(encodeHex(maskedProduct(decodeHex(device.d), factor)), device.dPrime);
    same(encodeHex(await sha256(publicKey.bytes)), device.leaf);
  });

  test(`device ${index + 1}: its base key follows from its scalar and signs as D'`, async () => {
    const base = await baseKeyOf(decodeHex(device.d));
    same(encodeHex(base.publicKey.bytes), device.base);
    const key = await base.diversified(diversification);
    same(encodeHex(key.publicKey.bytes), device.publicKey);
    same(key.cryptoKey.extractable, false);
  });

  test(`device ${index + 1}: its place in the tree`, async () => {
    const key = await diversification.publicKey(bases[index]);
    const inclusion = await (await tree()).inclusionProof(key);
    same(String(inclusion.index), device.index);
    same(inclusion.hashes.map(encodeHex).join(","), device.inclusion);
    same(await inclusion.root(key), root);
  });
}

test("padding, sorted leaves and root", async () => {
  for (const [index, pad] of vectors.pads.entries()) {
    same(encodeHex(await diversification.pad(index)), pad);
  }
  const { leaves, root: made } = await tree();
  same(leaves.map(encodeHex), vectors.leaves);
  same(made, root);
  same((await IdentityTree.build([...bases].reverse(), diversification)).root, root);
  same(
    encodeHex(await sha256(concat(...leaves))),
    "ce918c8335d35f41e994c7d16237332dbcad0af0f0bad178d3fcc162565b55fe",
  );
});

test("the transcripts, and that the vectors' signatures are over them", async () => {
  const publicKey = await diversification.publicKey(bases[1]);
  for (const set of signed) {
    const made = proofTranscript({ ...parts, challenge: decodeHex(set.challenge), publicKey });
    same(encodeHex(made), set.transcript);
    holds(await publicKey.verify(decodeHex(set.signature), made));
  }
});

test("the binary proofs, read and written again, also by way of JSON", () => {
  for (const { proofBinary, signature } of signed) {
    const proof = decodeProofBinary(decodeHex(proofBinary));
    same(encodeHex(encodeProofBinary(proof)), proofBinary);
    same(encodeHex(proof.signature), signature);
    same(encodeHex(encodeProofBinary(decodeProofJSON(encodeProofJSON(proof)))), proofBinary);
  }
});

test("a proof made here is the vector's but for its signature, and verifies", async () => {
  const base = await baseKeyOf(decodeHex(vectors.devices[1].d));
  const key = await base.diversified(diversification);
  const inclusion = await (await tree()).inclusionProof(key.publicKey);
  const proof = await signIdentityProof(parts, key, inclusion);
  const made = encodeHex(encodeProofBinary(proof));
  same(made.slice(0, -128), vectors.proofBinary.slice(0, -128));
  holds(await key.publicKey.verify(proof.signature, decodeHex(vectors.transcript)));
});

test("a proof is not made with a key or for a root that the path does not join", async () => {
  const base = await baseKeyOf(decodeHex(vectors.devices[1].d));
  const key = await base.diversified(diversification);
  const { index, hashes } = await (await tree()).inclusionProof(key.publicKey);
  const sibling = new InclusionProof(index ^ 1, hashes);
  await throwsCode("key_invalid", () => signIdentityProof(parts, key, sibling));
  const long = { ...parts, challenge: new Uint8Array(1025) };
  await throwsCode("limit_exceeded", () => signIdentityProof(long, key, sibling));
});
