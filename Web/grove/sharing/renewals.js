import { readAccount } from "../device/accounts.js";
import { takesPartInCollaborations } from "../message/device-entry.js";
import { sharedIn } from "./shared-documents.js";
import { names } from "./sharing-names.js";

/**
 * @typedef {import("./sharing-names.js").Reader} Reader
 * @typedef {import("./sharing-names.js").StagedRecords} StagedRecords
 * @typedef {import("./sharing.js").IdentityRenewal} IdentityRenewal
 */

/**
 * The messenger's hook (protocol 12.2).
 *
 * @param {StagedRecords} records
 * @param {import("../message/statement-chain.js").StatementChain} chain
 */
export async function devicesChanged(records, chain) {
  const { accountID } = chain;
  if ((await renewals(records, chain)).length > 0) {
    records.put(names.changedDevices(accountID), accountID);
  }
}

/**
 * Participants whose identity no longer fits their devices.
 *
 * @param {Reader} records
 * @param {import("../message/statement-chain.js").StatementChain} [newest] of one account only, not
 *   yet stored
 * @returns {Promise<IdentityRenewal[]>}
 */
export async function renewals(records, newest) {
  const found = [];
  for (const { collaboration, conversationID, participants } of await sharedIn(records)) {
    for (const { account, root, statement } of participants) {
      if (!statement || (newest && newest.accountID !== account)) continue;
      const chain = newest ?? (await readAccount(/** @type {any} */ (records), account))?.chain;
      const then = chain?.find(statement);
      const reason = chain && then && changeBetween(then, chain.newest);
      if (reason) found.push({ collaboration, conversationID, account, root, reason });
    }
  }
  return found;
}

/**
 * @param {import("../message/account-statement.js").AccountStatement} then
 * @param {import("../message/account-statement.js").AccountStatement} now
 * @returns {IdentityRenewal["reason"] | undefined}
 */
function changeBetween(then, now) {
  const [before, after] = [collaborationKeys(then), collaborationKeys(now)];
  if (before.some((key) => !after.includes(key))) return "device_removed";
  return after.length === before.length ? undefined : "device_added";
}

/**
 * The base keys that get a leaf in an identity (protocol 5.3).
 *
 * @param {import("../message/account-statement.js").AccountStatement} statement
 * @returns {string[]}
 */
export const collaborationKeys = (statement) =>
  statement.devices.filter((entry) => entry.has(takesPartInCollaborations))
    .map((entry) => entry.baseKey.text);
