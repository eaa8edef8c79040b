import {
  ByteReader, ByteWriter, compareIdentifiers, concat, decodeBase64URL, encodeBase64URL, malformed,
} from "../encoding/encoding.js";
import { domain } from "../crypto/hash.js";
import { sha256 } from "../crypto/hash.js";
import { PublicKey } from "../crypto/public-key.js";
import { DeviceEntry, mayChangeDeviceList } from "./device-entry.js";
import { StatementError } from "./statement-error.js";

/** @typedef {import("../encoding/identifiers.js").AccountID} AccountID */
/** @typedef {import("../encoding/identifiers.js").StatementHash} StatementHash */

export const maximumDevices = 32;

/**
 * @typedef {object} StatementParts
 * @property {AccountID} accountID as written: zero in the genesis statement
 * @property {bigint} seq 0, 1, 2, …
 * @property {StatementHash} prevHash zero in the genesis statement
 * @property {bigint} issuedAt milliseconds since 1970, by the signer's clock
 * @property {PublicKey} [recoveryKey] may sign the next statement, whatever the devices say
 * @property {DeviceEntry[]} devices 1 to 32
 */

/**
 * A list of an account's devices, one link of its chain (protocol 3.4). A value of this class obeys
 * the rules a statement can show by itself (3.5.1); who signed it, only `StatementChain` says.
 */
export class AccountStatement {
  /**
   * @param {StatementParts} parts checked, devices ascending
   * @param {Uint8Array} encoded
   * @param {StatementHash} hash
   */
  constructor(parts, encoded, hash) {
    this.seq = parts.seq;
    this.writtenAccountID = parts.accountID;
    this.prevHash = parts.prevHash;
    this.issuedAt = parts.issuedAt;
    this.recoveryKey = parts.recoveryKey;
    this.devices = parts.devices;
    this.encoded = encoded;
    /** `H(DS("account-statement") || body)`. */
    this.hash = hash;
    /** For the genesis statement its own hash: an account certifies itself. @type {AccountID} */
    this.accountID = parts.seq === 0n ? hash : parts.accountID;
    Object.freeze(this);
  }

  /**
   * @param {StatementParts} parts devices in any order
   * @returns {Promise<AccountStatement>}
   * @throws {StatementError} the rule of protocol 3.5.1 that the parts break.
   */
  static async make(parts) {
    const devices = [...parts.devices].sort((one, other) =>
      compareIdentifiers(one.deviceID, other.deviceID));
    checkCount(devices.length);
    const sorted = { ...parts, devices };
    await checkOwnRules(sorted);
    const encoded = encode(sorted);
    const hash = encodeBase64URL(await sha256(concat(domain("account-statement"), encoded)));
    return new AccountStatement(sorted, encoded, hash);
  }

  /**
   * Reads a body strictly: what it accepts is exactly what `make` writes.
   *
   * @param {Uint8Array} encoded
   * @returns {Promise<AccountStatement>}
   * @throws {StatementError} `malformed`, or the rule that is broken.
   */
  static async decode(encoded) {
    const parts = read(encoded);
    const isAscending = parts.devices.every(
      ({ deviceID }, index) =>
        index === 0 || compareIdentifiers(parts.devices[index - 1].deviceID, deviceID) < 0,
    );
    if (!isAscending) throw new StatementError("devices_out_of_order");
    return AccountStatement.make(parts);
  }

  /** @returns {{ seq: bigint, hash: StatementHash }} */
  get reference() {
    return { seq: this.seq, hash: this.hash };
  }

  /** What the statement's signature is over. */
  get signedBytes() {
    return concat(domain("account-statement"), this.encoded);
  }

  /**
   * @param {string} deviceID
   * @returns {DeviceEntry | undefined}
   */
  device(deviceID) {
    return this.devices.find((entry) => entry.deviceID === deviceID);
  }
}

/** @param {number} count */
function checkCount(count) {
  if (count < 1 || count > maximumDevices) throw new StatementError("device_count");
}

/** @param {StatementParts} parts */
async function checkOwnRules({ devices, recoveryKey }) {
  if (new Set(devices.map(({ deviceID }) => deviceID)).size !== devices.length) {
    throw new StatementError("devices_out_of_order");
  }
  for (const entry of devices) {
    if (!(await entry.hasDerivedID())) throw new StatementError("device_id_mismatch");
  }
  const keys = devices.flatMap(({ identityKey, baseKey }) => [identityKey.text, baseKey.text]);
  if (recoveryKey) keys.push(recoveryKey.text);
  if (new Set(keys).size !== keys.length) throw new StatementError("duplicate_key");
  if (!recoveryKey && !devices.some((entry) => entry.has(mayChangeDeviceList))) {
    throw new StatementError("nobody_may_change");
  }
}

/** @param {StatementParts} parts */
function encode(parts) {
  const writer = new ByteWriter().u8(1).raw(decodeBase64URL(parts.accountID)).u64(parts.seq);
  writer.raw(decodeBase64URL(parts.prevHash)).u64(parts.issuedAt);
  writer.u8(parts.recoveryKey ? 1 : 0);
  if (parts.recoveryKey) writer.raw(parts.recoveryKey.bytes);
  writer.u16(parts.devices.length);
  for (const entry of parts.devices) writer.raw(entry.encoded);
  return writer.bytes;
}

/**
 * @param {Uint8Array} encoded
 * @returns {StatementParts}
 */
function read(encoded) {
  try {
    return readParts(new ByteReader(encoded));
  } catch (error) {
    throw error instanceof StatementError ? error : new StatementError("malformed");
  }
}

/** @param {ByteReader} reader */
function readParts(reader) {
  if (reader.u8() !== 1) throw malformed("statement version");
  const accountID = encodeBase64URL(reader.raw(32));
  const seq = reader.u64();
  const prevHash = encodeBase64URL(reader.raw(32));
  const issuedAt = reader.u64();
  const hasRecovery = reader.u8();
  if (hasRecovery > 1) throw malformed("hasRecovery");
  const recoveryKey = hasRecovery ? new PublicKey(reader.raw(65)) : undefined;
  const count = reader.u16();
  // Compared before any key is decoded: a stranger chooses the count.
  if (reader.remaining !== count * DeviceEntry.byteCount) throw malformed("device count");
  checkCount(count);
  const devices = Array.from({ length: count }, () => DeviceEntry.read(reader));
  return { accountID, seq, prevHash, issuedAt, recoveryKey, devices };
}
