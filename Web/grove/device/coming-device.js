import { selectKEMKeys } from "../message/kem-key-rotation.js";

/** @typedef {import("./device.js").Device} Device */

/** Milliseconds: a device that has not published its keys by then may never do so. */
const patience = 3_600_000;

/** Milliseconds in which a device that was just added publishes its keys, where somebody waits for that. */
const usualTime = 60_000;

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

/**
 * The newest device list of an account once each of its devices can be written to: an identity has a leaf for a device
 * that was just added, and an invitation that is sealed before the device has keys never reaches it.
 *
 * @param {Device} device
 * @param {string} account
 * @param {number} [pause] milliseconds between looks
 * @returns {Promise<import("../message/statement-chain.js").StatementChain | undefined>} nothing where a device has none
 *   after some seconds; one that has none for longer is left out
 */
export async function settledChain(device, account, pause = 250) {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    const known = await device.known(account, true);
    if (!(await lacksKeys(device, known, usualTime))) return known.chain;
  }
  return undefined;
}

/**
 * @param {Device} device
 * @param {import("../rules/model/known-account.js").KnownAccount} account
 * @param {number} [within] milliseconds after which a device without keys is taken for one that gets none
 */
async function lacksKeys(device, { chain, kemKeys }, within = patience) {
  const { newest } = chain;
  if (Math.abs(device.now() - Number(newest.issuedAt)) > within) return false;
  const usable = await selectKEMKeys(kemKeys, chain, BigInt(device.now()));
  return newest.devices.some(({ deviceID }) => deviceID !== device.deviceID && !usable.has(deviceID));
}
