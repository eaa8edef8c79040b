import { concat, randomBytes } from "../../../Web/grove/encoding/bytes.js";
import { decodeHex } from "../../../Web/grove/encoding/hex.js";
import { toBytes32 } from "../../../Web/grove/crypto/integers.js";
import { keyAt } from "../../../Web/grove/crypto/public-key.js";
import { toInteger } from "../../../Web/grove/crypto/integers.js";
import { n, p } from "../../../Web/grove/crypto/p256.js";
import { PublicKey } from "../../../Web/grove/crypto/public-key.js";
import { maskedProduct } from "../../../Web/grove/crypto/integers.js";
import { importSigningKey } from "../../../Web/grove/crypto/imported-key.js";
import { SigningKey } from "../../../Web/grove/crypto/signing-key.js";
import { InclusionProof } from "../../../Web/grove/identity/inclusion-proof.js";
import { proofTranscript } from "../../../Web/grove/identity/proof-transcript.js";
import { decodeProofBinary, encodeProofBinary } from "../../../Web/grove/identity/proof-encoding.js";
import { encodeProofJSON } from "../../../Web/grove/identity/signed-identity-proof.js";
import { same, suite } from "../support/harness.js";
import { refusalOf } from "../support/proof-verifier.js";
import { account, baseKeyOf, diversification, identifierOf, t0, vectors } from "../support/vectors.js";

const test = suite("negative cases of protocol 17.3");

const deviceKey = async (number) => {
  const base = await baseKeyOf(decodeHex(vectors.devices[number - 1].d));
  return base.diversified(diversification);
};
const own = await deviceKey(2);
const other = await deviceKey(1);

/** The vectors' valid proofs, with challenges of version 2 and of version 1. */
const binaries = [vectors.maskedChallenge.proofBinary, vectors.proofBinary];

/** One of them and the request it belongs to, until a case changes something. */
const attempt = (binary = binaries[0]) => ({
  proof: decodeProofBinary(decodeHex(binary)),
  request: {
    audience: vectors.audience, collaborationID: vectors.collaborationID, account,
    session: "sess-1", challengeKey: decodeHex(vectors.challengeKey), now: t0 + 1000n,
    root: identifierOf(vectors.root), activationEpoch: 41n,
  },
});

const sign = (key, { proof, request }, changes = {}) =>
  key.sign(proofTranscript({
    ...request, publicKey: new PublicKey(proof.publicKey), challenge: proof.challenge, ...changes,
  }));

/** [name, answer, change]: a change of the proof and the request. */
const cases = [
  ["valid", undefined, () => {}],
  ["valid-negated-s", undefined, ({ proof }) => {
    const s = toBytes32(n - toInteger(proof.signature.subarray(32)));
    proof.signature = concat(proof.signature.slice(0, 32), s);
  }],
  ["other-account", "challenge_invalid", ({ request }) => (request.account = "eve@docs.example")],
  ["other-session", "challenge_invalid", ({ request }) => (request.session = "sess-2")],
  ["other-collaboration", "challenge_invalid",
    ({ request }) => (request.collaborationID = "doc-7f3b")],
  ["other-audience", "challenge_invalid",
    ({ request }) => (request.audience = "https://other.example")],
  ["challenge-mac", "challenge_invalid", ({ proof }) => (proof.challenge[67] ^= 1)],
  ["challenge-ttl-edited", "challenge_invalid", ({ proof }) => (proof.challenge[11] = 121)],
  ["challenge-truncated", "challenge_invalid",
    ({ proof }) => (proof.challenge = proof.challenge.slice(0, 67))],
  ["expired", "challenge_expired", ({ request }) => (request.now = t0 + 120_000n)],
  ["future", "challenge_expired", ({ request }) => (request.now = t0 - 5001n)],
  ["stale-epoch", "challenge_stale", ({ request }) => (request.activationEpoch = 42n)],
  ["index-plus-32", "proof_malformed", ({ proof }) => (proof.publicKeyIndex += 32)],
  ["index-negative", "proof_malformed", ({ proof }) => (proof.publicKeyIndex = -3)],
  ["short-path", "proof_malformed", ({ proof }) => proof.inclusionHashes.pop()],
  ["long-path", "proof_malformed",
    ({ proof }) => proof.inclusionHashes.push(new Uint8Array(32).fill(1))],
  ["empty-path", "proof_malformed", ({ proof }) => (proof.inclusionHashes = [])],
  ["hash-31-bytes", "proof_malformed",
    ({ proof }) => (proof.inclusionHashes[1] = proof.inclusionHashes[1].slice(0, 31))],
  ["hash-33-31-shift", "proof_malformed", ({ proof }) => {
    const [first, second, ...rest] = proof.inclusionHashes;
    proof.inclusionHashes = [concat(first, second.slice(0, 1)), second.slice(1), ...rest];
  }],
  ["key-compressed", "key_invalid", ({ proof }) => {
    const head = new Uint8Array([2 + (proof.publicKey[64] & 1)]);
    proof.publicKey = concat(head, proof.publicKey.slice(1, 33));
  }],
  ["key-raw64", "key_invalid", ({ proof }) => (proof.publicKey = proof.publicKey.slice(1))],
  ["key-hybrid", "key_invalid",
    ({ proof }) => (proof.publicKey[0] = 6 + (proof.publicKey[64] & 1))],
  ["key-off-curve", "key_invalid", ({ proof }) => (proof.publicKey[64] ^= 1)],
  ["signature-63", "signature_malformed",
    ({ proof }) => (proof.signature = proof.signature.slice(0, 63))],
  ["signature-der", "signature_malformed", ({ proof }) => (proof.signature = der(proof.signature))],
  ["index-sibling", "not_verified", ({ proof }) => (proof.publicKeyIndex ^= 1)],
  ["path-swapped", "not_verified", ({ proof }) => {
    const [a, b, c, ...rest] = proof.inclusionHashes;
    proof.inclusionHashes = [a, c, b, ...rest];
  }],
  ["key-negated-y", "not_verified", async (made) => {
    const point = new PublicKey(made.proof.publicKey).point;
    const negated = keyAt({ x: point.x, y: p - point.y });
    const scalar = maskedProduct(decodeHex(vectors.devices[1].dPrime), n - 1n);
    made.proof.publicKey = negated.bytes;
    made.proof.signature = await sign(await importSigningKey(scalar, negated), made);
  }],
  ["other-device-key", "not_verified",
    ({ proof }) => (proof.publicKey = other.publicKey.bytes)],
  ["zero-signature", "not_verified", ({ proof }) => (proof.signature = new Uint8Array(64))],
  ["raw-challenge-signature", "not_verified",
    async ({ proof }) => (proof.signature = await own.sign(proof.challenge))],
  ["signed-for-other-account", "not_verified", async (made) =>
    (made.proof.signature = await sign(own, made, { account: "eve@docs.example" }))],
  ["signed-for-other-audience", "not_verified", async (made) =>
    (made.proof.signature = await sign(own, made, { audience: "https://other.example" }))],
  ["signed-by-other-device", "not_verified", async (made) =>
    (made.proof.signature = await sign(other, made))],
  ["outsider-same-path", "not_verified", async (made) => {
    const outsider = await SigningKey.generate();
    const { publicKeyIndex, inclusionHashes } = made.proof;
    const root = await new InclusionProof(publicKeyIndex, inclusionHashes).root(outsider.publicKey);
    made.proof.publicKey = outsider.publicKey.bytes;
    made.proof.signature = await sign(outsider, made, { root });
  }],
];

/** @param {Uint8Array} signature */
function der(signature) {
  const integer = (part) => concat(new Uint8Array([2, 33, 0]), part);
  const [r, s] = [signature.slice(0, 32), signature.slice(32)].map(integer);
  return concat(new Uint8Array([0x30, r.length + s.length]), r, s);
}

for (const [name, answer, change] of cases) {
  test(`${name} is ${answer ?? "granted"}`, async () => {
    for (const binary of binaries) {
      const made = attempt(binary);
      await change(made);
      same(await refusalOf(encodeProofJSON(made.proof), made.request), answer);
    }
  });
}

test("all 35 of them are here", () => same(cases.length, 35));

test("P5: a proof with one bit changed is refused", async () => {
  const whole = decodeHex(binaries[0]);
  // One bit of every byte in each run, another one in the next.
  const bit = 1 << (randomBytes(1)[0] & 7);
  for (let index = 0; index < whole.length; index += 1) {
    const changed = whole.map((byte, at) => (at === index ? byte ^ bit : byte));
    let refusal = "malformed";
    try {
      const proof = decodeProofBinary(changed);
      refusal = await refusalOf(encodeProofJSON(proof), attempt().request);
    } catch {
      // Not even the shape of a proof.
    }
    if (refusal === undefined) throw new Error(`accepted with byte ${index} changed`);
  }
});
