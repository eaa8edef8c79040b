import { kemKeyToJSON } from "../message/kem-key-record.js";
import { chains } from "./accounts.js";
import { names } from "./names.js";

/**
 * @typedef {import("./accounts.js").KnownAccount} KnownAccount
 * @typedef {import("./staged-records.js").StagedRecords} StagedRecords
 */

/**
 * @param {StagedRecords} records
 * @param {Omit<KnownAccount, "accountID" | "wanted">} account
 * @returns {Promise<KnownAccount>}
 */
export async function writeAccount(records, { handle, name, chain, kemKeys, refreshedAt }) {
  const { accountID } = chain;
  chains.set(chain.newest.hash, chain);
  records.put(names.account(accountID), {
    accountID, handle, name, statements: chain.records.map((record) => record.toJSON()),
    newest: chain.newest.hash, kemKeys: kemKeys.map(kemKeyToJSON), refreshedAt,
  });
  records.put(names.wanted(accountID), undefined);
  // A relay that gives a known handle to another account changes nothing here.
  if (!(await records.get(names.handle(handle)))) records.put(names.handle(handle), accountID);
  return { accountID, handle, name, chain, kemKeys, refreshedAt };
}
