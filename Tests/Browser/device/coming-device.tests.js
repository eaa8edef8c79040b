import { settledChain } from "../../../Web/grove/device/coming-device.js";
import { account } from "../support/people.js";
import { same, suite } from "../support/harness.js";

const test = suite("a device that was just added and cannot be written to yet");

/** @param {{ chain: object }} person @param {number} later milliseconds after the list was made */
function deviceAt({ chain }, later) {
  const looks = [];
  const device = {
    deviceID: "mine", now: () => Number(chain.newest.issuedAt) + later,
    known: async (one, refresh) => looks.push([one, refresh]) && { chain, kemKeys: [] },
  };
  return { device, looks };
}

test("it is waited for, and nothing is made for it meanwhile", async () => {
  const bob = await account("Bob");
  const { device, looks } = deviceAt(bob, 10);
  same(await settledChain(device, bob.id, 0), undefined);
  same([looks.length, looks[0]], [8, [bob.id, true]]);
});

test("one that has had no keys for long is left out", async () => {
  const bob = await account("Bob");
  const { device, looks } = deviceAt(bob, 60_001);
  same(await settledChain(device, bob.id, 0), bob.chain);
  same(looks.length, 1);
});
