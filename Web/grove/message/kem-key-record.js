import {
  accepted, ByteReader, concat, encodeBase64URL, GroveError, malformed, Members, refused,
} from "../encoding/encoding.js";
import { domain } from "../crypto/hash.js";
import { PublicKey } from "../crypto/public-key.js";

/** The one suite of this version (protocol 10.2). */
export const suite1 = 1;
/** 30 days (protocol 18.5), in milliseconds. */
export const maximumKEMLifetime = 30n * 24n * 3_600_000n;

/**
 * Why nobody seals to a record (protocol 3.6). The codes are stable.
 *
 * @typedef {"malformed" | "suite_unknown" | "lifetime_invalid" | "account_mismatch"
 *   | "device_not_listed" | "signature_invalid"} KEMKeyRefusal
 */

/**
 * What a device publishes so that others can seal to it for a while (protocol 3.6), of suite 1.
 * Usable while `notBefore <= now < notAfter`, milliseconds since 1970.
 *
 * @typedef {object} KEMKeyRecord
 * @property {string} accountID
 * @property {string} deviceID
 * @property {number} keyID never used twice by one device
 * @property {bigint} notBefore
 * @property {bigint} notAfter
 * @property {PublicKey} publicKey
 */

/**
 * The record as it travels; nothing in it has been checked.
 *
 * @typedef {{ body: Uint8Array, signature: Uint8Array }} SignedKEMKey
 */

/**
 * What the device's identity key signs.
 *
 * @param {Uint8Array} body
 */
export const kemKeySignedBytes = (body) => concat(domain("kem-key"), body);

/**
 * @param {Uint8Array} body
 * @returns {import("../encoding/check-result.js").Answer<KEMKeyRecord, KEMKeyRefusal>}
 */
export function decodeKEMKey(body) {
  try {
    const { suite, key, ...record } = read(new ByteReader(body));
    if (suite !== suite1) return refused("suite_unknown");
    const publicKey = new PublicKey(key);
    const hasLifetime =
      record.notAfter >= record.notBefore &&
      record.notAfter - record.notBefore <= maximumKEMLifetime;
    return hasLifetime ? accepted({ ...record, publicKey }) : refused("lifetime_invalid");
  } catch (error) {
    if (error instanceof GroveError) return refused("malformed");
    throw error;
  }
}

/** @param {ByteReader} reader */
function read(reader) {
  if (reader.u8() !== 1) throw malformed("KEM key version");
  const parts = {
    accountID: encodeBase64URL(reader.raw(32)), deviceID: encodeBase64URL(reader.raw(16)),
    suite: reader.u16(), keyID: reader.u32(), notBefore: reader.u64(), notAfter: reader.u64(),
    key: reader.vec16(),
  };
  reader.finish();
  return parts;
}

/** @param {SignedKEMKey} key */
export const kemKeyToJSON = ({ body, signature }) => ({
  body: encodeBase64URL(body), signature: encodeBase64URL(signature),
});

/**
 * @param {unknown} value parsed JSON
 * @returns {SignedKEMKey}
 * @throws {GroveError} `malformed`
 */
export function kemKeyFromJSON(value) {
  const members = new Members(value);
  return { body: members.bytes("body"), signature: members.bytes("signature") };
}

/**
 * The record, if its device is listed in the account's newest verified statement and signed it.
 *
 * @param {SignedKEMKey} key
 * @param {import("./account-statement.js").AccountStatement} newest
 * @returns {Promise<import("../encoding/check-result.js").Answer<KEMKeyRecord, KEMKeyRefusal>>}
 */
export async function verifyKEMKey({ body, signature }, newest) {
  const answer = decodeKEMKey(body);
  if (!answer.ok) return answer;
  const record = answer.value;
  if (record.accountID !== newest.accountID) return refused("account_mismatch");
  const device = newest.device(record.deviceID);
  if (!device) return refused("device_not_listed");
  const isValid = await device.identityKey.verify(signature, kemKeySignedBytes(body));
  return isValid ? answer : refused("signature_invalid");
}
