import { readAccount } from "../model/known-account.js";
import { names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { collaborationKeys } from "../membership/membership-rules.js";
import { sharedIn } from "../membership/shared-collaboration.js";
import { stillShared } from "../membership/still-shared.js";
import { standing } from "../membership/told-to-have-gone.js";

/**
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../model/sharing-types.js").IdentityRenewal} IdentityRenewal
 */

/**
 * The messenger's hook (protocol 12.2).
 *
 * @param {Records} records
 * @param {import("../../message/statement-chain.js").StatementChain} chain
 */
export function devicesChanged(records, chain) {
  const { accountID } = chain;
  if (renewals(records, chain).length > 0) {
    records.put(names.changedDevices(accountID), accountID);
  }
}

/**
 * Participants whose identity no longer fits their devices, of documents that are still shared. What was taken from
 * somebody opens nothing any more: there is nothing in whose place another could come, and whoever was given it again has
 * another.
 *
 * @param {Reader} records
 * @param {import("../../message/statement-chain.js").StatementChain} [newest] of one account only, not
 *   yet stored
 * @returns {IdentityRenewal[]}
 */
export function renewals(records, newest) {
  const found = [];
  for (const shared of stillShared(records, sharedIn(records))) {
    const { collaboration, conversationID } = shared;
    for (const { account, root, statement } of standing(records, shared).participants) {
      if (!statement || (newest && newest.accountID !== account)) continue;
      const chain = newest ?? readAccount(records, account)?.chain;
      const then = chain?.find(statement);
      const reason = chain && then && changeBetween(then, chain.newest);
      if (!reason) continue;
      const since = Number(chain.newest.issuedAt);
      const isAlarmed = isAlarmedAbout(records, account);
      found.push({ collaboration, conversationID, account, root, reason, since, isAlarmed });
    }
  }
  return found;
}

/**
 * Those that are renewed without a click (protocol 12.2): a device that was removed could still prove; one that was
 * added is let in where the person chose so. Where anything about the account's devices does not fit together nothing
 * happens by itself: the new device may be somebody else's.
 *
 * @param {Reader} records
 * @param {IdentityRenewal[]} found
 * @returns {IdentityRenewal[]}
 */
export function renewedUnasked(records, found) {
  const letsIn = records.get(names.letsDevicesIn()) === true;
  return found.filter(({ reason, isAlarmed }) => !isAlarmed && (reason !== "device_added" || letsIn));
}

/**
 * The person's choice. Who waits already is looked at again.
 *
 * @param {Records} records
 * @param {boolean} isWanted
 */
export function chooseToLetIn(records, isWanted) {
  records.put(names.letsDevicesIn(), isWanted || undefined);
  if (!isWanted) return;
  const accounts = new Set(renewals(records).map(({ account }) => account));
  for (const account of accounts) records.put(names.changedDevices(account), account);
}

/**
 * The end of a round of renewals: accounts about which nothing is left to renew unasked are forgotten. A device list
 * that came while the round was at work has something left, and is looked at in the next.
 *
 * @param {Records} records
 */
export function forgetRenewed(records) {
  const due = new Set(renewedUnasked(records, renewals(records)).map(({ account }) => account));
  for (const [name, account] of records.list(names.changedDevices())) {
    if (!due.has(account)) records.put(name, undefined);
  }
}

/** @param {Reader} records @param {string} account */
const isAlarmedAbout = (records, account) =>
  all(records, names.alarm()).some(({ accountID }) => accountID === account);

/**
 * @param {import("../../message/account-statement.js").AccountStatement} then
 * @param {import("../../message/account-statement.js").AccountStatement} now
 * @returns {IdentityRenewal["reason"] | undefined}
 */
function changeBetween(then, now) {
  const [before, after] = [collaborationKeys(then), collaborationKeys(now)];
  const left = before.filter((key) => after.includes(key));
  if (left.length < before.length) return left.length > 0 || after.length === 0 ? "device_removed" : "devices_replaced";
  return after.length === before.length ? undefined : "device_added";
}
