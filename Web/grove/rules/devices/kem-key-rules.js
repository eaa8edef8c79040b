import { isRotationDue, mayDeleteKEMKey } from "../../message/kem-key-rotation.js";
import { nextKeyID } from "../../message/kem-key-signing.js";
import { names } from "../model/record-names.js";
import { all } from "../model/records.js";

/**
 * The rotation of this device's KEM keys (protocol 3.6): when one is made, published, deleted.
 *
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/records.js").Records} Records
 *
 * @typedef {object} StoredKEMKey the public half and what became of it; the private one is the
 *   `DeviceKeys`'
 * @property {number} keyID
 * @property {bigint} notBefore
 * @property {bigint} notAfter
 * @property {ReturnType<typeof import("../../message/kem-key-record.js").kemKeyToJSON>} signed
 * @property {boolean} isPublished the relay has it
 *
 * @typedef {object} MadeKEMKey a fresh key that is not stored yet
 * @property {StoredKEMKey} stored
 * @property {unknown} secret
 */

/** @param {Reader} records @param {bigint} now */
function present(records, now) {
  const drainedAt = records.get(names.drainedAt());
  const known = all(records, names.kem()).sort((one, other) => one.keyID - other.keyID);
  const kept = known.filter((key) => !mayDeleteKEMKey(key, now, drainedAt));
  const newest = kept[kept.length - 1];
  return { known, kept, newest };
}

/**
 * The number of the key that has to be made now.
 *
 * @param {Reader} records
 * @param {bigint} now
 * @returns {number | undefined} nothing where none is due, or no number is left
 */
export function keyToMake(records, now) {
  const { newest } = present(records, now);
  if (!isRotationDue(newest, now)) return undefined;
  return nextKeyID([records.get(names.counter("kemKey")) ?? 0]);
}

/**
 * Stores a key before anybody hears of it, and forgets those whose time is over.
 *
 * @param {Records} records
 * @param {bigint} now
 * @param {MadeKEMKey} [made] under the number of `keyToMake`; one that came too late is dropped
 * @returns {StoredKEMKey[]} those the relay has still to be told of
 */
export function rotated(records, now, made) {
  const isWanted = made && keyToMake(records, now) === made.stored.keyID;
  const { known, kept } = present(records, now);
  for (const key of known) {
    if (kept.includes(key)) continue;
    records.put(names.kem(key.keyID), undefined);
    records.put(names.kemSecret(key.keyID), undefined);
  }
  if (!isWanted) return kept.filter(({ isPublished }) => !isPublished);
  storeKEMKey(records, made);
  return [...kept, made.stored].filter(({ isPublished }) => !isPublished);
}

/** @param {Records} records @param {MadeKEMKey} made */
export function storeKEMKey(records, { stored, secret }) {
  records.put(names.counter("kemKey"), stored.keyID);
  records.put(names.kem(stored.keyID), stored);
  records.put(names.kemSecret(stored.keyID), secret);
}

/** @param {Records} records @param {number} keyID */
export function markPublished(records, keyID) {
  const key = records.get(names.kem(keyID));
  if (key) records.put(names.kem(keyID), { ...key, isPublished: true });
}

/**
 * Whether anything at all is due: once a week there is.
 *
 * @param {Reader} records
 * @param {bigint} now
 */
export function isRotationWaiting(records, now) {
  const { known, kept, newest } = present(records, now);
  return isRotationDue(newest, now) || kept.length < known.length ||
    known.some(({ isPublished }) => !isPublished);
}
