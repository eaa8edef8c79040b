import { accepted, ByteReader, refused } from "../../encoding/encoding.js";
import { DeviceEntry } from "../device-entry.js";

/**
 * Why a device is not linked (protocol 3.8). The codes are stable.
 *
 * - `entry_mismatch`: the entry on offer is not this device's.
 * - `device_mismatch`, `possession_invalid`: the possession signature is for another device, or
 *   does not verify.
 * - `account_mismatch`: the published chain is another account's than the one that was shown.
 * - `statement_unknown`: the named statement is not in the published chain: fetch it again.
 * - `entry_not_published`: the published statement does not list exactly the agreed entry.
 *
 * @typedef {"malformed" | "entry_mismatch" | "device_mismatch" | "possession_invalid"
 *   | "account_mismatch" | "statement_unknown" | "entry_not_published"} DeviceLinkRefusal
 */

/**
 * @template Value
 * @typedef {import("../../encoding/check-result.js").Answer<Value, DeviceLinkRefusal>} LinkAnswer
 */

/**
 * Asked by the new device: the entry on offer holds exactly its own keys.
 *
 * @param {import("./device-link-message.js").DeviceLinkOffer} offer
 * @param {import("./device-link-request.js").DeviceLinkRequest} request what this device showed
 * @returns {Promise<LinkAnswer<DeviceEntry>>}
 */
export async function checkOffer(offer, { identityKey, baseKey }) {
  const entry = await entryIn(offer.entry);
  if (!entry) return refused("malformed");
  const mine = await DeviceEntry.of(entry.flags, identityKey, baseKey);
  return entry.equals(mine) ? accepted(entry) : refused("entry_mismatch");
}

/**
 * Asked by the existing device, against what it offered.
 *
 * @param {import("./device-link-message.js").DeviceLinkPossession} possession
 * @param {DeviceEntry} entry
 * @param {string} accountID
 * @param {string} prevHash
 * @returns {Promise<LinkAnswer<import("../signed-statement.js").Possession>>} for the next
 *   statement
 */
export async function checkPossession({ deviceID, signature }, entry, accountID, prevHash) {
  if (deviceID !== entry.deviceID) return refused("device_mismatch");
  const signed = entry.possessionBytes(accountID, prevHash);
  const isValid = await entry.identityKey.verify(signature, signed);
  return isValid ? accepted({ deviceID, signature }) : refused("possession_invalid");
}

/**
 * Asked by the new device: the published chain is of the account whose digits were compared, and
 * lists exactly the entry it signed for.
 *
 * @param {import("./device-link-message.js").DeviceLinkComplete} complete
 * @param {import("./device-link-message.js").DeviceLinkOffer} offer
 * @param {DeviceEntry} entry
 * @param {import("../statement-chain.js").StatementChain} chain fetched by this device and verified
 * @returns {LinkAnswer<import("../account-statement.js").AccountStatement>}
 */
export function checkComplete({ accountID, statement }, offer, entry, chain) {
  if (accountID !== offer.accountID || chain.accountID !== offer.accountID) {
    return refused("account_mismatch");
  }
  const published = chain.find(statement);
  if (!published) return refused("statement_unknown");
  const isListed = [published, chain.newest].every((list) =>
    entry.equals(list.device(entry.deviceID)));
  return isListed ? accepted(published) : refused("entry_not_published");
}

/**
 * @param {Uint8Array} encoded
 * @returns {Promise<DeviceEntry | undefined>} nothing where it is none, or its name is not its key's
 */
async function entryIn(encoded) {
  try {
    const reader = new ByteReader(encoded);
    const entry = DeviceEntry.read(reader);
    reader.finish();
    return (await entry.hasDerivedID()) ? entry : undefined;
  } catch {
    return undefined;
  }
}
