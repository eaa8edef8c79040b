import { decodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { decodeKEMKey } from "../../../Web/grove/message/kem-key-record.js";
import { createDeviceKeys } from "../../../Web/grove/store/new-keys.js";
import { MemoryRecordStore } from "../../../Web/grove/store/memory-record-store.js";
import { Device } from "../../../Web/grove/device/device.js";
import { LocalDevice } from "../../../Web/grove/device/local-device.js";
import { maintain } from "../../../Web/grove/device/sync.js";
import { same, suite } from "../support/harness.js";
import { id } from "../support/people.js";
import { problem, relay } from "./support.js";

const test = suite("a device's changing keys");
const day = 24 * 3_600_000;

/** A device whose clock and whose relay's word about keys are given. */
async function device() {
  const store = new MemoryRecordStore();
  const keys = await createDeviceKeys(store);
  const record = {
    relayOrigin: "http://localhost:1", accountID: id(1, 32), deviceID: id(2), handle: "a", name: "A",
  };
  await store.put(new Map([["device", record]]));
  const world = { now: 1_700_000_000_000, published: [], answer: () => new Response(null, { status: 204 }) };
  const fetch = relay((asked, body) => {
    if (asked === "POST sign-in/challenge") return { challenge: "AAAA", expiresIn: 60 };
    if (asked === "POST sign-in") return { token: "t", expiresIn: 900 };
    same(asked, "POST kem-keys");
    world.published.push(decodeKEMKey(decodeBase64URL(body.kemKey.body)).value.keyID);
    return world.answer();
  });
  const local = new LocalDevice(
    store, `kem-${Math.random()}`, record, { now: () => world.now, fetch });
  const one = new Device(local, keys);
  const round = async (days, drained = 0) => {
    world.now += days * day;
    world.published = [];
    await store.put(new Map([["counter/dailyAt", world.now]]));
    if (drained) await store.put(new Map([["counter/drainedAt", BigInt(world.now)]]));
    await maintain(one).catch((error) => (world.error = error.code));
    return [...world.published];
  };
  const held = async () => [...(await one.keys.kemKeys()).keys()].sort((a, b) => a - b);
  return { world, round, held, store };
}

test("a key a week is made and published, and old ones stay until nothing can be sealed to them", async () => {
  const { round, held } = await device();
  same([await round(0), await held()], [[1], [1]]);
  same([await round(6), await held()], [[], [1]]);
  same([await round(2), await held()], [[2], [1, 2]]);
  same([await round(8), await round(8), await held()], [[3], [4], [1, 2, 3, 4]]);
  // 32 days on the first key is over, and the mailbox has been read since.
  same([await round(8, 1), await held()], [[5], [2, 3, 4, 5]]);
  // Never drained again: fourteen days after their end they go all the same.
  same([await round(60), await held()], [[6], [6]]);
});

test("a key the relay did not hear of is published later, and one it refuses is replaced", async () => {
  const { world, round, held } = await device();
  world.answer = () => { throw new TypeError("away"); };
  same([await round(0), world.error, await held()], [[1], "relay_unreachable", [1]]);
  world.answer = () => problem("kem_key_refused", 422);
  same([await round(0), await round(0)], [[1], [1]]);
  world.answer = () => new Response(null, { status: 204 });
  same([await round(0), await round(0)], [[1], []]);
});

test("no number is used twice, although its key is gone", async () => {
  const { round, store } = await device();
  await round(0);
  await store.put(new Map([["kem/1", undefined], ["keys/kem/1", undefined]]));
  same(await round(0), [2]);
});
