import { GroveError, zero32 } from "../encoding/encoding.js";
import { AccountStatement } from "./account-statement.js";
import {
  DeviceEntry, deviceIDOf, mayChangeDeviceList, takesPartInCollaborations,
} from "./device-entry.js";
import { SignedStatement } from "./signed-statement.js";

/**
 * @typedef {import("../crypto/signing-key.js").SigningKey} SigningKey
 * @typedef {import("../crypto/public-key.js").PublicKey} PublicKey
 * @typedef {import("./signed-statement.js").Possession} Possession
 */

const allFlags = mayChangeDeviceList | takesPartInCollaborations;

/**
 * @param {AccountStatement} statement
 * @param {SigningKey | { recovery: SigningKey }} key a device's identity key, or the key behind
 *   the recovery code
 * @param {Possession[]} possession
 * @returns {Promise<SignedStatement>}
 */
export async function signStatement(statement, key, possession) {
  const isRecovery = "recovery" in key;
  const signingKey = isRecovery ? key.recovery : key;
  const signer = isRecovery ? "recovery" : await deviceIDOf(signingKey.publicKey);
  const signature = await signingKey.sign(statement.signedBytes);
  return new SignedStatement(statement.encoded, signer, signature, possession);
}

/**
 * The first statement of an account with one device, which may do everything.
 *
 * @param {object} parts
 * @param {bigint} parts.issuedAt
 * @param {PublicKey} [parts.recoveryKey] the public half of the key behind the recovery code
 * @param {SigningKey} parts.identityKey
 * @param {PublicKey} parts.baseKey
 * @param {number} [parts.flags]
 * @returns {Promise<SignedStatement>}
 */
export async function firstStatement({
  issuedAt, recoveryKey, identityKey, baseKey, flags = allFlags,
}) {
  const entry = await DeviceEntry.of(flags, identityKey.publicKey, baseKey);
  const statement = await AccountStatement.make({
    accountID: zero32, seq: 0n, prevHash: zero32, issuedAt, recoveryKey, devices: [entry],
  });
  const possession = await signPossession(entry, zero32, zero32, identityKey);
  return signStatement(statement, identityKey, [possession]);
}

/**
 * The statement after `previous`. Whether the signer may sign is for the chain to say.
 *
 * @param {object} parts
 * @param {AccountStatement} parts.previous
 * @param {bigint} parts.issuedAt the clock; one that went back is lifted to the previous
 *   statement's
 * @param {PublicKey} [parts.recoveryKey] of the new statement: pass the previous one's to keep it
 * @param {DeviceEntry[]} parts.devices the whole new list
 * @param {SigningKey | { recovery: SigningKey }} parts.key
 * @param {Possession[]} parts.possession one for each new device and each replaced base key
 * @returns {Promise<SignedStatement>}
 * @throws {StatementError} the rule of protocol 3.5.1 that the new list breaks.
 */
export async function nextStatement({ previous, issuedAt, recoveryKey, devices, key, possession }) {
  const statement = await AccountStatement.make({
    accountID: previous.accountID, seq: previous.seq + 1n, prevHash: previous.hash,
    issuedAt: issuedAt > previous.issuedAt ? issuedAt : previous.issuedAt, recoveryKey, devices,
  });
  return signStatement(statement, key, possession);
}

/**
 * @param {DeviceEntry} entry
 * @param {string} accountID
 * @param {string} prevHash
 * @param {SigningKey} key the entry's own identity key
 * @returns {Promise<Possession>}
 * @throws {GroveError} `key_invalid` for another key.
 */
export async function signPossession(entry, accountID, prevHash, key) {
  if (key.publicKey.text !== entry.identityKey.text) {
    throw new GroveError("key_invalid", "possession");
  }
  const signature = await key.sign(entry.possessionBytes(accountID, prevHash));
  return { deviceID: entry.deviceID, signature };
}
