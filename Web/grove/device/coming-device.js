import { selectKEMKeys } from "../message/kem-key-rotation.js";

/** @typedef {import("./device.js").Device} Device */

/** Milliseconds: a device that has not published its keys by then may never do so. */
const patience = 3_600_000;

/**
 * Whether a device was just added to this account that nobody can write to yet: it publishes its keys after it was
 * listed, and what was sealed before that never reaches it.
 *
 * @param {Device} device
 * @returns {Promise<boolean>}
 */
export async function isDeviceComing(device) {
  const known = await device.ownAccount();
  return await lacksKeys(device, known) && lacksKeys(device, await device.known(device.accountID, true));
}

/** @param {Device} device @param {import("../rules/model/known-account.js").KnownAccount} account */
async function lacksKeys(device, { chain, kemKeys }) {
  const { newest } = chain;
  if (device.now() - Number(newest.issuedAt) > patience) return false;
  const usable = await selectKEMKeys(kemKeys, chain, BigInt(device.now()));
  return newest.devices.some(({ deviceID }) => deviceID !== device.deviceID && !usable.has(deviceID));
}
