import { readAccount } from "../model/known-account.js";
import { names } from "../model/record-names.js";
import { all } from "../model/records.js";

/**
 * @param {import("../model/records.js").Reader} records
 * @param {{ accountID: string, deviceID: string }} me
 * @returns {bigint | undefined} the number of the account's newest statement; nothing where it has no other device
 */
export function otherDevices(records, { accountID, deviceID }) {
  const newest = readAccount(records, accountID)?.chain.newest;
  return newest?.devices.some((one) => one.deviceID !== deviceID) ? newest.seq : undefined;
}

/**
 * By which conversation this account's devices tell each other something: that in which something happened last.
 *
 * @param {import("../model/records.js").Reader} records
 * @param {{ accountID: string }} me
 * @returns {string | undefined} nothing where it is in none
 */
export const conversationOfOwn = (records, { accountID }) => all(records, names.conversation())
  .filter(({ state, requestedBy, members }) => state === "active" && !requestedBy && members.includes(accountID))
  .sort((one, other) => other.lastActivityAt - one.lastActivityAt).at(0)?.conversationID;
