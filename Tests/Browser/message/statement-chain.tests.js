import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { zero32 } from "../../../Web/grove/encoding/identifiers.js";
import { SigningKey } from "../../../Web/grove/crypto/signing-key.js";
import { AccountStatement } from "../../../Web/grove/message/account-statement.js";
import { DeviceEntry } from "../../../Web/grove/message/device-entry.js";
import { judgeSeen } from "../../../Web/grove/message/device-list-alarm.js";
import { judgeOffered } from "../../../Web/grove/message/statement-pin.js";
import { SignedStatement } from "../../../Web/grove/message/signed-statement.js";
import { signPossession, signStatement } from "../../../Web/grove/message/statement-signing.js";
import { append } from "../../../Web/grove/message/statement-chain-append.js";
import { StatementChain } from "../../../Web/grove/message/statement-chain.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";
import { account, change, device, nextRecord, possession } from "../support/people.js";
import { t0 } from "../support/vectors.js";

const test = suite("account statements and chains");

const [one, two, onlooker] = [
  await device("one"), await device("two"), await device("onlooker", 2),
];
const recovery = await SigningKey.generate();
const owner = await account("owner", [one, onlooker], recovery.publicKey);
const all = [one, onlooker, two];

/** What the chain answers to a record. */
const answer = async (record, chain = owner.chain) => {
  const result = await append(chain, record);
  return result.refusal ?? result.outcome;
};

/** A record with some parts of its body changed, signed again by the first device. */
const signed = async (changes, { key = one.identityKey, words } = {}) => {
  const previous = owner.chain.newest;
  const statement = await AccountStatement.make({
    accountID: previous.accountID, seq: previous.seq + 1n, prevHash: previous.hash,
    issuedAt: previous.issuedAt, recoveryKey: previous.recoveryKey,
    devices: all.map(({ entry }) => entry), ...changes,
  });
  return signStatement(statement, key, words ?? [await possession(two, previous)]);
};
const changedRecord = ({ body, signer, signature, possession }, changes) => {
  const parts = { body, signer, signature, possession, ...changes };
  return new SignedStatement(parts.body, parts.signer, parts.signature, parts.possession);
};

test("a device may be added, and the records read back from JSON", async () => {
  const chain = await change(owner, all, one.identityKey);
  same(chain.newest.devices.length, 3);
  const json = JSON.parse(JSON.stringify(chain.records));
  const again = await StatementChain.verify(json.map(SignedStatement.fromJSON));
  same(again.value.newest.hash, chain.newest.hash);
});

test("a record known already changes nothing", async () => {
  for (const record of owner.chain.records) same(await answer(record), "already_known");
});

test("a skipped number, another account, another predecessor and an earlier time are refused", async () => {
  same(await answer(await signed({ seq: 3n })), "sequence_skipped");
  same(await answer(await signed({ seq: (1n << 64n) - 1n })), "sequence_skipped");
  const stranger = await account("stranger");
  same(await answer(await signed({ accountID: stranger.id })), "account_mismatch");
  same(await answer(stranger.chain.records[0]), "account_mismatch");
  const { hash } = owner.chain.statements[0];
  same(await answer(await signed({ prevHash: hash })), "previous_hash_mismatch");
  same(await answer(await signed({ issuedAt: t0 + 999n })), "issued_earlier");
  same(await answer(await signed({})), "appended");
});

test("a signer who is not listed, may not, or was removed is refused", async () => {
  same(await answer(await signed({}, { key: two.identityKey })), "signer_unknown");
  same(await answer(await signed({}, { key: onlooker.identityKey })), "signer_not_manager");
  const grown = { chain: await change(owner, all, one.identityKey) };
  const shrunk = { chain: await change(grown, [one, onlooker], one.identityKey) };
  const record = await nextRecord(shrunk, all, two.identityKey);
  same(await answer(record, shrunk.chain), "signer_unknown");
});

test("a signature of another key, length or statement is refused", async () => {
  const record = await signed({});
  const { signature } = await signed({ issuedAt: t0 + 2000n });
  for (const wrong of [signature, record.signature.slice(0, 63), new Uint8Array(64)]) {
    same(await answer(changedRecord(record, { signature: wrong })), "signature_invalid");
  }
});

test("the recovery key may drop every device, and contacts see it", async () => {
  const chain = await change(owner, [two], { recovery });
  same(chain.newest.devices.map(({ deviceID }) => deviceID), [two.deviceID]);
  same(chain.records.map(({ signer }) => signer).includes("recovery"), true);
});

test("a recovery signature without a recovery key, or by another key, is refused", async () => {
  const bare = await account("bare", [one]);
  const record = await nextRecord(bare, [one], { recovery });
  same(await answer(record, bare.chain), "recovery_key_absent");
  const wrong = await nextRecord(owner, [one], { recovery: one.identityKey });
  same(await answer(wrong), "signature_invalid");
});

test("a new device or a replaced base key needs one possession signature", async () => {
  same(await answer(await signed({}, { words: [] })), "possession_missing");
  const replaced = await DeviceEntry.of(3, one.identityKey.publicKey, two.baseKey.publicKey);
  const devices = [replaced, onlooker.entry];
  same(await answer(await signed({ devices }, { words: [] })), "possession_missing");
  const { accountID, hash } = owner.chain.newest;
  const words = [await signPossession(replaced, accountID, hash, one.identityKey)];
  same(await answer(await signed({ devices }, { words })), "appended");
});

test("a change of flags needs none", async () => {
  const changed = await DeviceEntry.of(1, one.identityKey.publicKey, one.baseKey.publicKey);
  const devices = [changed, onlooker.entry];
  same(await answer(await signed({ devices }, { words: [] })), "appended");
});

test("possession given twice, unasked, for another point or by another key is refused", async () => {
  const previous = owner.chain.newest;
  const word = await possession(two, previous);
  const unasked = await possession(one, previous);
  same(await answer(await signed({}, { words: [word, unasked] })), "possession_unexpected");
  same(await answer(await signed({}, { words: [word, word] })), "possession_unexpected");
  const early = await possession(two, owner.chain.statements[0]);
  same(await answer(await signed({}, { words: [early] })), "possession_invalid");
  await throwsCode("key_invalid", () =>
    signPossession(two.entry, previous.accountID, previous.hash, one.identityKey));
});

test("two valid statements with one number are a fork with both as evidence", async () => {
  const [first, second] = [await signed({}), await signed({ issuedAt: t0 + 5000n })];
  const { chain } = await append(owner.chain, first);
  const { outcome, alarm } = await append(chain, second);
  same([outcome, alarm.reason, alarm.accountID], ["forked", "fork", owner.id]);
  holds(alarm.knownRecord === first && alarm.otherRecord === second);
  const forged = changedRecord(second, { signature: new Uint8Array(64).fill(1) });
  same(await answer(forged, chain), "signature_invalid");
  const judged = judgeOffered(chain, (await append(owner.chain, second)).chain);
  same([judged.verdict, judged.alarm.other.seq], ["fork", 2n]);
});

test("a list of records with a fork, a gap or a repetition is no chain", async () => {
  const [genesis, later] = owner.chain.records;
  const [first, second] = [await signed({}), await signed({ issuedAt: t0 + 5000n })];
  for (const [records, refusal] of [
    [[genesis, later, first, second], "fork"], [[genesis, later, later], "fork"],
    [[genesis, first], "sequence_skipped"], [[later, genesis], "not_genesis"], [[], "not_genesis"],
    [[genesis, later, first], undefined],
  ]) same((await StatementChain.verify(records)).refusal, refusal);
});

test("a genesis statement is signed by a device of its own that may change the list", async () => {
  const make = async (entry, key, changes) => {
    const statement = await AccountStatement.make({
      accountID: zero32, seq: 0n, prevHash: zero32, issuedAt: t0, recoveryKey: recovery.publicKey,
      devices: [entry], ...changes,
    });
    const word = await signPossession(one.entry, zero32, zero32, one.identityKey);
    const record = await signStatement(statement, key, [word]);
    return (await StatementChain.verify([record])).refusal;
  };
  same(await make(one.entry, one.identityKey), undefined);
  same(await make(one.entry, two.identityKey), "signer_unknown");
  same(await make(one.entry, { recovery }), "signer_unknown");
  same(await make(onlooker.entry, onlooker.identityKey), "signer_not_manager");
  same(await make(one.entry, one.identityKey, { seq: 1n }), "not_genesis");
  same(await make(one.entry, one.identityKey, { prevHash: encodeBase64URL(new Uint8Array(32).fill(1)) }),
    "not_genesis");
});

test("a list that breaks a rule of its own is refused by name", async () => {
  const parts = { accountID: zero32, seq: 0n, prevHash: zero32, issuedAt: t0 };
  const made = (devices, changes) => () => AccountStatement.make({ ...parts, devices, ...changes });
  await throwsCode("device_count", made([]));
  await throwsCode("device_count", made(Array.from({ length: 33 }, () => one.entry)));
  await throwsCode("devices_out_of_order", made([one.entry, one.entry]));
  await throwsCode("nobody_may_change", made([onlooker.entry]));
  const shared = await DeviceEntry.of(3, two.identityKey.publicKey, one.baseKey.publicKey);
  await throwsCode("duplicate_key", made([one.entry, shared]));
  await throwsCode("duplicate_key", made([one.entry], { recoveryKey: one.baseKey.publicKey }));
  const misnamed = new DeviceEntry(
    two.deviceID, 3, one.identityKey.publicKey, one.baseKey.publicKey);
  await throwsCode("device_id_mismatch", made([misnamed]));
});

test("a body in any other encoding is malformed", async () => {
  const { encoded } = owner.chain.newest;
  const at = (index, value) => encoded.map((byte, place) => (place === index ? value : byte));
  for (const wrong of [
    new Uint8Array(), encoded.slice(0, -1), new Uint8Array([...encoded, 0]), at(0, 2), at(81, 2),
    at(82, 2), at(81, 0), at(148, 3), at(149 + 16, 4), at(149 + 17, 6), at(encoded.length - 1, 1),
  ]) await throwsCode("malformed", () => AccountStatement.decode(wrong));
  const [head, first, second] =
    [encoded.slice(0, 149), encoded.slice(149, 296), encoded.slice(296)];
  const reversed = new Uint8Array([...head, ...second, ...first]);
  await throwsCode("devices_out_of_order", () => AccountStatement.decode(reversed));
  await throwsCode("malformed", () => SignedStatement.fromJSON({ body: "AA", signer: "x" }));
});

test("what others saw is compared with the own chain", () => {
  const { chain } = owner;
  same(judgeSeen(chain, chain.newest.reference).verdict, "known");
  same(judgeSeen(chain, { seq: 9n, hash: zero32 }).verdict, "newer_than_mine");
  const { verdict, alarm } = judgeSeen(chain, { seq: 0n, hash: zero32 });
  same([verdict, alarm.reason, alarm.known.seq], ["fork", "reported_fork", 0n]);
});

test("a pin never goes backwards", async () => {
  const longer = await change(owner, all, one.identityKey);
  same(judgeOffered(owner.chain, longer).verdict, "advance");
  same(judgeOffered(longer, owner.chain).verdict, "behind");
  same(judgeOffered(longer, longer).verdict, "same");
  same(judgeOffered(longer, (await account("other")).chain).verdict, "other_account");
});
