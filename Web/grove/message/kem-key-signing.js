import { ByteWriter, decodeBase64URL, maximumUInt64 } from "../encoding/encoding.js";
import { kemKeySignedBytes, maximumKEMLifetime, suite1 } from "./kem-key-record.js";

/**
 * @typedef {import("./kem-key-record.js").KEMKeyRecord} KEMKeyRecord
 * @typedef {import("./kem-key-record.js").SignedKEMKey} SignedKEMKey
 */

/**
 * A new key is dated back by this, so that a sender whose clock is a little behind finds it usable
 * at once (decision 0005).
 */
export const clockTolerance = 5n * 60_000n;

/**
 * `u8 1 || accountID || deviceID || u16 suite || u32 keyID || u64 notBefore || u64 notAfter ||
 * vec16(kemPublicKey)`.
 *
 * @param {KEMKeyRecord} record
 * @returns {Uint8Array}
 */
export const encodeKEMKey = (record) =>
  new ByteWriter()
    .u8(1)
    .raw(decodeBase64URL(record.accountID))
    .raw(decodeBase64URL(record.deviceID))
    .u16(suite1)
    .u32(record.keyID)
    .u64(record.notBefore)
    .u64(record.notAfter)
    .vec16(record.publicKey.bytes).bytes;

/**
 * @param {KEMKeyRecord} record
 * @param {import("../crypto/signing-key.js").SigningKey} identityKey
 * @returns {Promise<SignedKEMKey>}
 */
export async function signKEMKey(record, identityKey) {
  const body = encodeKEMKey(record);
  return { body, signature: await identityKey.sign(kemKeySignedBytes(body)) };
}

/**
 * From when to when a key made now is usable: the longest lifetime allowed, so that a device that
 * is switched off for some weeks can still be written to.
 *
 * @param {bigint} now
 * @returns {{ notBefore: bigint, notAfter: bigint }}
 */
export function validityOfNewKey(now) {
  const notBefore = now > clockTolerance ? now - clockTolerance : 0n;
  const notAfter = notBefore + maximumKEMLifetime;
  return { notBefore, notAfter: notAfter > maximumUInt64 ? maximumUInt64 : notAfter };
}

/**
 * @param {number[]} used every key number the device has used
 * @returns {number | undefined} nothing after 2^32-1: then the device can only be linked anew
 */
export function nextKeyID(used) {
  const greatest = used.reduce((most, keyID) => Math.max(most, keyID), 0);
  return greatest === 0xffffffff ? undefined : greatest + 1;
}
