import { concat, utf8 } from "../../../Web/grove/encoding/bytes.js";
import { decodeProofBinary, encodeProofBinary } from "../../../Web/grove/identity/proof-encoding.js";
import { encodeProofJSON } from "../../../Web/grove/identity/signed-identity-proof.js";
import { IdentitySeed } from "../../../Web/grove/identity/identity-seed.js";
import { judgeInvitation } from "../../../Web/grove/message/invitation-check.js";
import { PreparedIdentity } from "../../../Web/grove/message/prepared-identity.js";
import { MemoryRecordStore } from "../../../Web/grove/store/memory-record-store.js";
import { prove } from "../../../Web/grove/identity/signed-identity-proof.js";
import { keepIdentity } from "../../../Web/grove/rules/invitations/usable-identity.js";
import { StagedRecords } from "../../../Web/grove/store/staged-records.js";
import { usableIdentities, usableIdentity } from "../../../Web/grove/store/usable-identities.js";
import { proofTranscript } from "../../../Web/grove/identity/proof-transcript.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";
import { account, change, device, id } from "../support/people.js";

const test = suite("invitations of protocol 6.3");

const place = { audience: "https://docs.example", collaborationID: "doc-7f3a" };
const devices = [await device("bob one"), await device("bob two"), await device("bob three", 1)];
const bob = await account("bob", devices);
const anna = await account("anna");
const [phone, laptop, onlooker] = devices;
const seed = IdentitySeed.random();
const derive = (statement = bob.chain.newest, where = place, from = seed) =>
  PreparedIdentity.derive(where, statement, from);
const identity = await derive();
const entryOf = ({ account: of, root }) => ({ account: of, root });

const invitation = (changes = {}) => ({
  link: `${place.audience}/d/1`, ...place, title: "", optionsSummary: "", identity: identity.invited,
  identityMap: [{ account: anna.id, root: id(3, 32) }, entryOf(identity)], epoch: 1n, ...changes,
});
const situation = (changes = {}) => ({
  senderIsMember: true, isFromRemovedDevice: false, myChain: bob.chain,
  myBaseKeys: [phone.baseKey.publicKey], isRefreshed: true, ...changes,
});
const refusal = async (changes, around) =>
  (await judgeInvitation(invitation(changes), situation(around))).refusal;

test("an honest invitation is usable, with this device's leaf", async () => {
  const { verdict, leaf } = await judgeInvitation(invitation(), situation());
  same(verdict, "usable");
  same(await leaf.inclusion.root(leaf.publicKey), identity.root);
});

test("a device that is not among those it was made for has no leaf", async () => {
  const around = situation({ myBaseKeys: [onlooker.baseKey.publicKey] });
  const { verdict, leaf } = await judgeInvitation(invitation(), around);
  same([verdict, leaf], ["usable", undefined]);
  await throwsCode("key_invalid", () => identity.signingKey(onlooker.baseKey));
});

test("an invitation from a stranger or a removed device is a plain link", async () => {
  same(await refusal({}, { senderIsMember: false }), "sender_not_member");
  same(await refusal({}, { isFromRemovedDevice: true }), "removed_device");
});

test("an audience that is not the link's origin is a plain link", async () => {
  for (const link of ["https://evil.example/d/1", "https://docs.example@evil.example/", "/d/1", ""]) {
    same(await refusal({ link }), "audience_mismatch");
  }
});

test("a statement beyond the own chain is fetched first, then an alarm", async () => {
  const longer = await change(bob, devices.slice(0, 2), phone.identityKey);
  const made = await derive(longer.newest);
  const changes = { identity: made.invited, identityMap: [entryOf(made)] };
  const early = await judgeInvitation(invitation(changes), situation({ isRefreshed: false }));
  same(early.verdict, "refresh_needed");
  const late = await judgeInvitation(invitation(changes), situation());
  same([late.refusal, late.alarm.reason], ["device_list_alarm", "unknown_statement"]);
  same((await judgeInvitation(invitation(changes), situation({ myChain: longer }))).verdict, "usable");
});

test("another statement of a known number is an alarm", async () => {
  const statement = { seq: 1n, hash: id(1, 32) };
  const verdict = await judgeInvitation(
    invitation({ identity: { ...identity.invited, statement } }), situation());
  same([verdict.refusal, verdict.alarm.reason], ["device_list_alarm", "reported_fork"]);
});

test("an older statement of the own chain is usable", async () => {
  const made = await derive(bob.chain.statements[0]);
  const changes = { identity: made.invited, identityMap: [entryOf(made)] };
  same((await judgeInvitation(invitation(changes), situation())).verdict, "usable");
});

test("P7: a root that does not follow from the own devices, here and now, is a plain link", async () => {
  const other = await derive(bob.chain.newest, { ...place, collaborationID: "doc-7f3b" });
  const smuggled = await derive((await account("mallory", [laptop])).chain.newest);
  for (const root of [id(1, 32), other.root, smuggled.root]) {
    same(await refusal({ identity: { ...identity.invited, root } }), "root_mismatch");
  }
  same(await refusal({ collaborationID: "doc-7f3b" }), "root_mismatch");
});

test("an identity map without the own entry, or with another root, is a plain link", async () => {
  same(await refusal({ identityMap: [] }), "map_mismatch");
  same(await refusal({ identityMap: [{ account: bob.id, root: id(1, 32) }] }), "map_mismatch");
});

test("an account whose devices take no part cannot be invited", async () => {
  const passive = await account("passive", [onlooker]);
  await throwsCode("no_collaboration_device", () => derive(passive.chain.newest));
  const changes = { identity: { ...identity.invited, statement: passive.chain.newest.reference } };
  same(await refusal(changes, { myChain: passive.chain }), "no_collaboration_device");
});

test("the key of a usable invitation is kept, proves, and the seed is not kept", async () => {
  const store = new MemoryRecordStore();
  const add = async (one, its) => {
    const made = await usableIdentity(one, its, phone.baseKey);
    const records = new StagedRecords(store);
    await records.decide(() => keepIdentity(records, place, made));
    await store.put(records.changes);
  };
  const { identity: judged, leaf } = await judgeInvitation(invitation(), situation());
  await add(judged, leaf);
  const fresh = await derive(bob.chain.newest, place, IdentitySeed.random());
  await add(fresh, await fresh.leaf(phone.baseKey.publicKey));
  const known = await usableIdentities(store, place);
  same(known.map(({ root }) => root), [fresh.root, identity.root]);
  same(await usableIdentities(store, { ...place, audience: "https://evil.example" }), []);
  const request = { account: "bob@docs.example", challenge: utf8("a challenge") };
  const proof = await prove(known[1], request);
  const transcript = proofTranscript({
    ...place, ...request, root: identity.root, publicKey: leaf.publicKey,
  });
  holds(await leaf.publicKey.verify(proof.signature, transcript));
  same(decodeProofBinary(encodeProofBinary(proof)).publicKeyIndex, leaf.inclusion.index);
  holds(encodeProofJSON(proof).length < 1024);
  const stored = [...(await store.list("")).values()].flat();
  same(stored.some((record) => "seed" in record), false);
  same(stored.every(({ key }) => key.extractable === false), true);
  const bytes = concat(...stored.flatMap(({ publicKey, hashes }) => [publicKey, ...hashes]));
  holds(!String(bytes).includes(String(seed.exportBytes())));
});
