import { kemKeyFromJSON } from "../message/kem-key-record.js";
import { SignedStatement } from "../message/signed-statement.js";
import { StatementChain } from "../message/statement-chain.js";
import { MessengerError } from "./messenger-error.js";
import { names } from "./names.js";

/**
 * What this device knows of an account: a verified chain that never goes backwards (protocol 11.1)
 * and the keys its devices can be written to with.
 *
 * @typedef {object} KnownAccount
 * @property {string} accountID
 * @property {string} handle the relay's word (protocol 11.3)
 * @property {string} name the relay's word
 * @property {StatementChain} chain
 * @property {import("../message/kem-key-record.js").SignedKEMKey[]} kemKeys as last looked up,
 *   unverified
 * @property {number} refreshedAt when the relay was last asked
 * @property {bigint} [wanted] somebody named a statement up to this number
 *
 * @typedef {import("./staged-records.js").StagedRecords} StagedRecords
 * @typedef {Pick<StagedRecords, "get" | "list" | "page">} Reader
 */

// A lookup this old is repeated before sealing: others' new KEM keys become known, although the old
// ones stay usable much longer.
const freshFor = 12 * 3_600_000;

/** Verified in this tab, by the newest statement's hash, which stands for the whole history. */
export const chains = /** @type {Map<string, StatementChain>} */ (new Map());

/**
 * @param {Reader} records
 * @param {string} accountID
 * @returns {Promise<KnownAccount | undefined>}
 */
export async function readAccount(records, accountID) {
  const stored = await records.get(names.account(accountID));
  if (!stored) return undefined;
  const { statements, newest, kemKeys, ...rest } = stored;
  const chain = chains.get(newest) ?? (await verified(statements));
  chains.set(newest, chain);
  const wanted = await records.get(names.wanted(accountID));
  return { ...rest, chain, kemKeys: kemKeys.map(kemKeyFromJSON), wanted };
}

/** @param {unknown[]} statements */
async function verified(statements) {
  const answer = await StatementChain.verify(statements.map(SignedStatement.fromJSON));
  if (!answer.ok) throw new MessengerError("store_unavailable", "a stored device list is broken");
  return answer.value;
}

/**
 * An account has a newer statement, somebody says.
 *
 * @param {StagedRecords} records
 * @param {string} accountID
 * @param {bigint} seq
 */
export async function want(records, accountID, seq) {
  const known = await readAccount(records, accountID);
  if (!known || seq <= known.chain.newest.seq || seq <= (known.wanted ?? 0n)) return;
  records.put(names.wanted(accountID), seq);
}

/**
 * @param {KnownAccount} account
 * @param {number} now
 */
export const isStale = ({ chain, refreshedAt, wanted = 0n }, now) =>
  wanted > chain.newest.seq || now < refreshedAt || now - refreshedAt > freshFor;
