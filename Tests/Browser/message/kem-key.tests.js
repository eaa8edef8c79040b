import {
  decodeKEMKey, kemKeyFromJSON, kemKeyToJSON, maximumKEMLifetime, verifyKEMKey,
} from "../../../Web/grove/message/kem-key-record.js";
import {
  isRotationDue, isUsable, mayDeleteKEMKey, newestUsable, selectKEMKeys,
} from "../../../Web/grove/message/kem-key-rotation.js";
import {
  encodeKEMKey, nextKeyID, signKEMKey, validityOfNewKey,
} from "../../../Web/grove/message/kem-key-signing.js";
import { same, suite } from "../support/harness.js";
import { account, change, device, kemRecord } from "../support/people.js";
import { t0 } from "../support/vectors.js";

const test = suite("KEM keys of protocol 3.6");

const bob = await account("bob", [await device("bob one"), await device("bob two")]);
const [phone, laptop] = bob.devices;
const record = (changes = {}) => ({ ...kemRecord(bob, phone), ...changes });
const day = 24n * 3_600_000n;

test("a record signed by its device is believed, also by way of JSON", async () => {
  const signed = await signKEMKey(record(), phone.identityKey);
  const again = kemKeyFromJSON(JSON.parse(JSON.stringify(kemKeyToJSON(signed))));
  same(await verifyKEMKey(again, bob.chain.newest), { ok: true, value: record() });
});

test("a record of another account, device or signer is refused by name", async () => {
  const eve = await account("eve");
  const answer = async (one, key, chain = bob.chain) =>
    (await verifyKEMKey(await signKEMKey(one, key), chain.newest)).refusal;
  same(await answer(record({ accountID: eve.id }), phone.identityKey), "account_mismatch");
  const unlisted = record({ deviceID: eve.devices[0].deviceID });
  same(await answer(unlisted, phone.identityKey), "device_not_listed");
  same(await answer(record(), laptop.identityKey), "signature_invalid");
  const shrunk = await change(bob, [laptop], laptop.identityKey);
  same(await answer(record(), phone.identityKey, shrunk), "device_not_listed");
});

test("a record of another shape, suite or lifetime is refused by name", () => {
  const encoded = encodeKEMKey(record());
  const at = (index, value) => encoded.map((byte, place) => (place === index ? value : byte));
  same(decodeKEMKey(at(50, 2)).refusal, "suite_unknown");
  for (const wrong of [at(0, 2), encoded.slice(1), new Uint8Array(), at(encoded.length - 1, encoded.at(-1) ^ 1)]) {
    same(decodeKEMKey(wrong).refusal, "malformed");
  }
  const lives = (milliseconds) =>
    decodeKEMKey(encodeKEMKey(record({ notAfter: t0 + milliseconds }))).refusal;
  same(lives(maximumKEMLifetime), undefined);
  same(lives(0n), undefined);
  same(lives(maximumKEMLifetime + 1n), "lifetime_invalid");
  same(lives(-1n), "lifetime_invalid");
});

test("a sender takes the newest usable key and no other", () => {
  const records = [
    record({ keyID: 1 }), record({ keyID: 3, notBefore: t0 + 5n }),
    record({ keyID: 2, notBefore: t0 + 5n }), record({ keyID: 9, notBefore: t0 + day }),
  ];
  same(newestUsable(records, t0).keyID, 1);
  same(newestUsable(records, t0 + 5n).keyID, 3);
  same(newestUsable([...records].reverse(), t0 + 5n).keyID, 3);
  same(newestUsable(records, t0 + 2n * day).keyID, 9);
  same(newestUsable(records, t0 - 1n), undefined);
  same(newestUsable(records, t0 + 7n * day), undefined);
  same([isUsable(record(), t0), isUsable(record(), record().notAfter)], [true, false]);
});

test("rubbish among a device's records does not stop a message", async () => {
  const good = await signKEMKey(record({ keyID: 4 }), phone.identityKey);
  const newer = await signKEMKey(record({ keyID: 5, notBefore: t0 + 1n }), laptop.identityKey);
  const rubbish = { body: new Uint8Array(9), signature: new Uint8Array(64) };
  const selected = await selectKEMKeys([newer, rubbish, good], bob.chain, t0 + 10n);
  same([...selected.keys()], [phone.deviceID]);
  same(selected.get(phone.deviceID).keyID, 4);
});

test("a key is rotated after seven days, and deleted when nothing can need it", () => {
  same(isRotationDue(undefined, t0), true);
  same(isRotationDue(record({ notAfter: t0 + 30n * day }), t0 + 7n * day - 1n), false);
  same(isRotationDue(record({ notAfter: t0 + 30n * day }), t0 + 7n * day), true);
  const { notBefore, notAfter } = validityOfNewKey(t0);
  same([t0 - notBefore, notAfter - notBefore], [300_000n, maximumKEMLifetime]);
  same(validityOfNewKey(5n).notBefore, 0n);
  same([nextKeyID([]), nextKeyID([3, 7, 5]), nextKeyID([0xffffffff])], [1, 8, undefined]);
  const old = record();
  same(mayDeleteKEMKey(old, old.notAfter + 14n * day - 1n), false);
  same(mayDeleteKEMKey(old, old.notAfter + 14n * day), true);
  same(mayDeleteKEMKey(old, old.notAfter, old.notAfter), true);
  same(mayDeleteKEMKey(old, old.notAfter, old.notAfter - 1n), false);
});
