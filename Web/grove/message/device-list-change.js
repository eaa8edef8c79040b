import { takesPartInCollaborations } from "./device-entry.js";

/** @typedef {import("./device-entry.js").DeviceEntry} DeviceEntry */
/** @typedef {import("./account-statement.js").AccountStatement} AccountStatement */

/**
 * What became of an account's devices since a statement of its chain: what contacts are shown
 * (protocol 11.6) and what an initiator's messenger does about identities (12.2).
 * `replace_promptly`: a leaf of the old tree belongs to a device or key that is no longer listed
 * and would still prove.
 *
 * @typedef {object} DeviceListChange
 * @property {DeviceEntry[]} added
 * @property {DeviceEntry[]} removed
 * @property {DeviceEntry[]} changed the same devices with another base key or other flags, as they
 *   are now
 * @property {boolean} isRecovered the recovery key signed a statement in between
 * @property {"replace_promptly" | "may_replace" | "keep"} advice
 */

/**
 * @param {import("./statement-chain.js").StatementChain} chain
 * @param {import("./statement-chain.js").StatementReference} reference
 * @returns {DeviceListChange | undefined} nothing where the statement is not in the chain
 */
export function changeSince(chain, reference) {
  const earlier = chain.find(reference);
  if (!earlier) return undefined;
  const later = chain.newest;
  const between = chain.records.slice(Number(earlier.seq) + 1);
  const [before, after] = [leaves(earlier), leaves(later)];
  const hasLost = before.some((key) => !after.includes(key));
  const hasNew = after.some((key) => !before.includes(key));
  return {
    added: later.devices.filter((entry) => !earlier.device(entry.deviceID)),
    removed: earlier.devices.filter((entry) => !later.device(entry.deviceID)),
    changed: later.devices.filter((entry) => {
      const old = earlier.device(entry.deviceID);
      return old !== undefined && !entry.equals(old);
    }),
    isRecovered: between.some((record) => record.signer === "recovery"),
    advice: hasLost ? "replace_promptly" : hasNew ? "may_replace" : "keep",
  };
}

/** @param {AccountStatement} statement */
const leaves = (statement) =>
  statement.devices
    .filter((entry) => entry.has(takesPartInCollaborations))
    .map((entry) => entry.baseKey.text);
