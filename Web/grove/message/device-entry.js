import {
  ByteWriter, concat, decodeBase64URL, encodeBase64URL, equal, malformed,
} from "../encoding/encoding.js";
import { domain } from "../crypto/hash.js";
import { sha256 } from "../crypto/hash.js";
import { PublicKey } from "../crypto/public-key.js";

/** @typedef {import("../encoding/identifiers.js").DeviceID} DeviceID */

/** Bit 0: the device may sign the account's next statement. */
export const mayChangeDeviceList = 1;
/** Bit 1: the device gets a leaf in every identity tree of the account. */
export const takesPartInCollaborations = 2;
const knownFlags = mayChangeDeviceList | takesPartInCollaborations;

/**
 * `H(DS("device") || DIK)[0..16)` (protocol 3.2): nobody can claim another device's name.
 *
 * @param {PublicKey} identityKey
 * @returns {Promise<DeviceID>}
 */
export async function deviceIDOf(identityKey) {
  const hash = await sha256(concat(domain("device"), identityKey.bytes));
  return encodeBase64URL(hash.subarray(0, 16));
}

/**
 * One device in an account statement (protocol 3.3):
 * `deviceID(16) || u8 flags || DIK(65) || DBK(65)`.
 */
export class DeviceEntry {
  static byteCount = 147;

  /**
   * @param {DeviceID} deviceID as written; it follows from the key only in a checked statement
   * @param {number} flags
   * @param {PublicKey} identityKey signs statements, KEM keys and messages (DIK)
   * @param {PublicKey} baseKey identities are derived from it; it never signs (DBK)
   */
  constructor(deviceID, flags, identityKey, baseKey) {
    this.deviceID = deviceID;
    this.flags = flags;
    this.identityKey = identityKey;
    this.baseKey = baseKey;
    Object.freeze(this);
  }

  /**
   * @param {number} flags
   * @param {PublicKey} identityKey
   * @param {PublicKey} baseKey
   * @returns {Promise<DeviceEntry>}
   */
  static async of(flags, identityKey, baseKey) {
    const deviceID = await deviceIDOf(identityKey);
    return new DeviceEntry(deviceID, flags & knownFlags, identityKey, baseKey);
  }

  /**
   * @param {import("../encoding/byte-reader.js").ByteReader} reader
   * @returns {DeviceEntry} of the right shape; whether its name follows from its key is asked apart
   * @throws {GroveError} `malformed` for unknown flags, `key_invalid`.
   */
  static read(reader) {
    const deviceID = encodeBase64URL(reader.raw(16));
    const flags = reader.u8();
    if (flags & ~knownFlags) throw malformed("device flags");
    return new DeviceEntry(
      deviceID, flags, new PublicKey(reader.raw(65)), new PublicKey(reader.raw(65)),
    );
  }

  /** @returns {Uint8Array} 147 bytes */
  get encoded() {
    const name = decodeBase64URL(this.deviceID);
    const flags = new Uint8Array([this.flags]);
    return concat(name, flags, this.identityKey.bytes, this.baseKey.bytes);
  }

  async hasDerivedID() {
    return this.deviceID === (await deviceIDOf(this.identityKey));
  }

  /** @param {number} flag */
  has(flag) {
    return (this.flags & flag) !== 0;
  }

  /** @param {DeviceEntry | undefined} other */
  equals(other) {
    return other !== undefined && equal(this.encoded, other.encoded);
  }

  /**
   * `DS("device-possession") || accountID || prevHash || entry` (protocol 3.5): what a new device
   * signs to show that it holds its keys and wants to join exactly this account at this point.
   *
   * @param {string} accountID zero in the genesis statement, as is
   * @param {string} prevHash
   * @returns {Uint8Array}
   */
  possessionBytes(accountID, prevHash) {
    return new ByteWriter(domain("device-possession"))
      .raw(decodeBase64URL(accountID))
      .raw(decodeBase64URL(prevHash))
      .raw(this.encoded).bytes;
  }
}
