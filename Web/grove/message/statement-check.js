import { zero32 } from "../encoding/identifiers.js";
import { AccountStatement } from "./account-statement.js";
import { mayChangeDeviceList } from "./device-entry.js";
import { StatementError } from "./statement-error.js";

/** @typedef {import("./signed-statement.js").SignedStatement} SignedStatement */

/**
 * Protocol 3.5 for a genesis record.
 *
 * @param {SignedStatement} record
 * @returns {Promise<AccountStatement>}
 * @throws {StatementError}
 */
export async function checkGenesis(record) {
  const statement = await AccountStatement.decode(record.body);
  const { seq, writtenAccountID, prevHash } = statement;
  if (seq !== 0n || writtenAccountID !== zero32 || prevHash !== zero32) {
    throw new StatementError("not_genesis");
  }
  if (record.signer === "recovery") throw new StatementError("signer_unknown");
  await checkSignature(record, statement, manager(record.signer, statement));
  await checkPossession(record, statement, undefined);
  return statement;
}

/**
 * Protocol 3.5 for the record after `previous`.
 *
 * @param {SignedStatement} record
 * @param {AccountStatement} statement decoded from it
 * @param {AccountStatement} previous
 * @param {string} accountID
 * @throws {StatementError}
 */
export async function checkSuccessor(record, statement, previous, accountID) {
  if (statement.writtenAccountID !== accountID) throw new StatementError("account_mismatch");
  if (statement.prevHash !== previous.hash) throw new StatementError("previous_hash_mismatch");
  if (statement.issuedAt < previous.issuedAt) throw new StatementError("issued_earlier");
  const isRecovery = record.signer === "recovery";
  const key = isRecovery ? previous.recoveryKey : manager(record.signer, previous);
  if (!key) throw new StatementError("recovery_key_absent");
  await checkSignature(record, statement, key);
  await checkPossession(record, statement, previous);
}

/**
 * @param {string} deviceID
 * @param {AccountStatement} list
 */
function manager(deviceID, list) {
  const entry = list.device(deviceID);
  if (!entry) throw new StatementError("signer_unknown");
  if (!entry.has(mayChangeDeviceList)) throw new StatementError("signer_not_manager");
  return entry.identityKey;
}

/**
 * @param {SignedStatement} record
 * @param {AccountStatement} statement
 * @param {import("../crypto/public-key.js").PublicKey} key
 */
async function checkSignature(record, statement, key) {
  if (!(await key.verify(record.signature, statement.signedBytes))) {
    throw new StatementError("signature_invalid");
  }
}

/**
 * Exactly one possession signature for each entry that is new or shows another key.
 *
 * @param {SignedStatement} record
 * @param {AccountStatement} statement
 * @param {AccountStatement | undefined} previous
 */
async function checkPossession(record, statement, previous) {
  const signatures = new Map(record.possession.map((one) => [one.deviceID, one.signature]));
  if (signatures.size !== record.possession.length) {
    throw new StatementError("possession_unexpected");
  }
  for (const entry of statement.devices) {
    if (!needsPossession(entry, previous)) continue;
    const signature = signatures.get(entry.deviceID);
    if (!signature) throw new StatementError("possession_missing");
    signatures.delete(entry.deviceID);
    const signed = entry.possessionBytes(statement.writtenAccountID, statement.prevHash);
    if (!(await entry.identityKey.verify(signature, signed))) {
      throw new StatementError("possession_invalid");
    }
  }
  if (signatures.size > 0) throw new StatementError("possession_unexpected");
}

/**
 * @param {import("./device-entry.js").DeviceEntry} entry
 * @param {AccountStatement | undefined} previous
 */
function needsPossession(entry, previous) {
  const earlier = previous?.device(entry.deviceID);
  return (
    earlier?.identityKey.text !== entry.identityKey.text ||
    earlier.baseKey.text !== entry.baseKey.text
  );
}
