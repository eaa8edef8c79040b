import { verifyKEMKey } from "./kem-key-record.js";

/**
 * @typedef {import("./kem-key-record.js").KEMKeyRecord} KEMKeyRecord
 * @typedef {Pick<KEMKeyRecord, "notBefore" | "notAfter">} Validity
 */

const day = 24n * 3_600_000n;
/** A device makes a new key when its newest is this old (protocol 3.6). */
const rotationInterval = 7n * day;
/** A private key is deleted this long after its `notAfter`. */
const kemKeyRetention = 14n * day;

/**
 * @param {Validity} record
 * @param {bigint} now
 */
export const isUsable = ({ notBefore, notAfter }, now) => notBefore <= now && now < notAfter;

/**
 * Which of one device's verified records a sender seals to: among those usable the greatest
 * `notBefore`, then the greatest `keyID` (protocol 3.6).
 *
 * @param {KEMKeyRecord[]} records
 * @param {bigint} now
 * @returns {KEMKeyRecord | undefined} nothing where none is usable: then nothing is sealed to it
 */
export function newestUsable(records, now) {
  return records
    .filter((record) => isUsable(record, now))
    .reduce(
      (best, record) => (best === undefined || isNewer(record, best) ? record : best),
      /** @type {KEMKeyRecord | undefined} */ (undefined),
    );
}

/**
 * @param {KEMKeyRecord} one
 * @param {KEMKeyRecord} other
 */
const isNewer = (one, other) =>
  one.notBefore > other.notBefore ||
  (one.notBefore === other.notBefore && one.keyID > other.keyID);

/**
 * One key for each device of an account's newest statement that has a usable one. Records that do
 * not verify count as absent: a relay cannot stop a message by adding rubbish.
 *
 * @param {import("./kem-key-record.js").SignedKEMKey[]} keys
 * @param {import("./statement-chain.js").StatementChain} chain
 * @param {bigint} now
 * @returns {Promise<Map<string, KEMKeyRecord>>} by deviceID
 */
export async function selectKEMKeys(keys, chain, now) {
  /** @type {Map<string, KEMKeyRecord>} */
  const selected = new Map();
  for (const key of keys) {
    const answer = await verifyKEMKey(key, chain.newest);
    if (!answer.ok) continue;
    const record = answer.value;
    const best = selected.get(record.deviceID);
    const newest = newestUsable(best ? [best, record] : [record], now);
    if (newest) selected.set(record.deviceID, newest);
  }
  return selected;
}

/**
 * Whether a device needs a new key now.
 *
 * @param {Validity | undefined} newest its newest published record, whether usable or not
 * @param {bigint} now
 */
export const isRotationDue = (newest, now) =>
  !newest || !isUsable(newest, now) || now - newest.notBefore >= rotationInterval;

/**
 * Whether the private half is to be deleted: 14 days after `notAfter`, or once the device has read
 * everything its mailbox held at a time past `notAfter`.
 *
 * @param {Validity} record
 * @param {bigint} now
 * @param {bigint} [drainedAt] the newest time at which the mailbox was read to its end
 */
export const mayDeleteKEMKey = ({ notAfter }, now, drainedAt) =>
  (drainedAt !== undefined && drainedAt >= notAfter) || now - notAfter >= kemKeyRetention;
