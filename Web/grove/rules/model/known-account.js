import { kemKeyFromJSON, kemKeyToJSON } from "../../message/kem-key-record.js";
import { names } from "./record-names.js";

/**
 * What this device knows of an account: a verified chain that never goes backwards (protocol 11.1)
 * and the keys its devices can be written to with.
 *
 * @typedef {object} KnownAccount
 * @property {string} accountID
 * @property {string} handle the relay's word (protocol 11.3)
 * @property {string} name the relay's word
 * @property {import("../../message/statement-chain.js").StatementChain} chain
 * @property {import("../../message/kem-key-record.js").SignedKEMKey[]} kemKeys as last looked up,
 *   unverified
 * @property {number} refreshedAt when the relay was last asked
 * @property {bigint} [wanted] somebody named a statement up to this number
 *
 * @typedef {object} StoredAccount the same, as it is stored
 * @property {string} accountID
 * @property {string} handle
 * @property {string} name
 * @property {ReturnType<import("../../message/signed-statement.js").SignedStatement["toJSON"]>[]}
 *   statements the whole history
 * @property {string} newest the newest statement's hash, which stands for the whole history
 * @property {ReturnType<typeof kemKeyToJSON>[]} kemKeys
 * @property {number} refreshedAt
 *
 * @typedef {import("./records.js").Reader} Reader
 * @typedef {import("./records.js").Records} Records
 */

// A lookup this old is repeated before sealing: others' new KEM keys become known, although the old
// ones stay usable much longer.
const freshFor = 12 * 3_600_000;

/**
 * @param {Reader} records
 * @param {string} accountID
 * @returns {KnownAccount | undefined}
 */
export function readAccount(records, accountID) {
  const stored = records.get(names.account(accountID));
  if (!stored) return undefined;
  const { handle, name, kemKeys, refreshedAt } = stored;
  const wanted = records.get(names.wanted(accountID));
  const chain = records.chain(stored);
  return { accountID, handle, name, chain, kemKeys: kemKeys.map(kemKeyFromJSON), refreshedAt, wanted };
}

/**
 * @param {Records} records
 * @param {Omit<KnownAccount, "accountID">} account
 * @returns {KnownAccount}
 */
export function writeAccount(records, { handle, name, chain, kemKeys, refreshedAt, wanted }) {
  const { accountID } = chain;
  records.put(names.account(accountID), {
    accountID, handle, name, statements: chain.records.map((record) => record.toJSON()),
    newest: chain.newest.hash, kemKeys: kemKeys.map(kemKeyToJSON), refreshedAt,
  });
  // What is still wanted stands there already.
  if (wanted === undefined) records.put(names.wanted(accountID), undefined);
  // A relay that gives a known handle to another account changes nothing here.
  if (!records.get(names.handle(handle))) records.put(names.handle(handle), accountID);
  return { accountID, handle, name, chain, kemKeys, refreshedAt, wanted };
}

/**
 * An account has a newer statement, somebody says.
 *
 * @param {Records} records
 * @param {string} accountID
 * @param {bigint} seq
 */
export function want(records, accountID, seq) {
  const known = readAccount(records, accountID);
  if (!known || seq <= known.chain.newest.seq || seq <= (known.wanted ?? 0n)) return;
  records.put(names.wanted(accountID), seq);
}

/**
 * @param {KnownAccount} account
 * @param {number} now
 */
export const isStale = ({ chain, refreshedAt, wanted = 0n }, now) =>
  wanted > chain.newest.seq || now < refreshedAt || now - refreshedAt > freshFor;
