import { isRotationDue, mayDeleteKEMKey } from "../message/kem-key-schedule.js";
import { kemKeyToJSON } from "../message/kem-key-record.js";
import { nextKeyID, signKEMKey, validityOfNewKey } from "../message/kem-key-signing.js";
import { publishKEMKey } from "../relay/account-routes.js";
import { createKEMKey } from "../store/new-keys.js";
import { names } from "./names.js";

/**
 * @typedef {import("./staged-records.js").StagedRecords} StagedRecords
 * @typedef {import("../crypto/signing-key.js").SigningKey} SigningKey
 * @typedef {import("../store/device-keys.js").DeviceKeys} DeviceKeys
 *
 * @typedef {object} StoredKEMKey the public half and what became of it; the private one is the
 *   `DeviceKeys`'
 * @property {number} keyID
 * @property {bigint} notBefore
 * @property {bigint} notAfter
 * @property {{ body: string, signature: string }} signed
 * @property {boolean} isPublished the relay has it
 */

/**
 * Makes the next KEM key. It is stored before anybody hears of it.
 *
 * @param {StagedRecords} records
 * @param {{ accountID: string, deviceID: string, keys: DeviceKeys, now: number }} device
 * @returns {Promise<StoredKEMKey | undefined>}
 */
export async function makeKEMKey(records, { accountID, deviceID, keys, now }) {
  const keyID = nextKeyID([(await records.get("counter/kemKey")) ?? 0]);
  if (keyID === undefined) return undefined;
  const { publicKey } = await createKEMKey(records, keyID);
  const validity = validityOfNewKey(BigInt(now));
  const signed = await signKEMKey(
    { accountID, deviceID, keyID, ...validity, publicKey }, keys.identityKey);
  const stored = { keyID, ...validity, signed: kemKeyToJSON(signed), isPublished: false };
  records.put("counter/kemKey", keyID);
  records.put(names.kem(keyID), stored);
  return stored;
}

/**
 * Makes, publishes and forgets KEM keys as their times come (protocol 3.6).
 *
 * @param {import("./device.js").Device} device
 */
export async function rotateKEMKeys(device) {
  for (const { keyID, signed } of await device.change((records) => rotated(records, device))) {
    try {
      await device.ask((relay) => publishKEMKey(relay, signed));
    } catch (error) {
      // Its time was over before the relay heard of it: the next round makes another.
      if (/** @type {any} */ (error).problem === "kem_key_refused") continue;
      throw error;
    }
    await device.change((records) => markPublished(records, keyID));
  }
}

/**
 * @param {StagedRecords} records
 * @param {import("./device.js").Device} device
 * @returns {Promise<StoredKEMKey[]>} those to publish
 */
async function rotated(records, device) {
  const drainedAt = await records.get("counter/drainedAt");
  const now = BigInt(device.now());
  /** @type {StoredKEMKey[]} */
  let known = [...(await records.list("kem/")).values()];
  for (const key of known) {
    if (!mayDeleteKEMKey(/** @type {any} */ (key), now, drainedAt)) continue;
    records.put(names.kem(key.keyID), undefined);
    records.put(`keys/kem/${key.keyID}`, undefined);
    known = known.filter((other) => other !== key);
  }
  const newest = known.sort((one, other) => other.keyID - one.keyID)[0];
  if (isRotationDue(/** @type {any} */ (newest), now)) {
    const { accountID, deviceID, keys } = device;
    const made = await makeKEMKey(records, { accountID, deviceID, keys, now: device.now() });
    if (made) known.push(made);
  }
  return known.filter(({ isPublished }) => !isPublished);
}

/** @param {StagedRecords} records @param {number} keyID */
export async function markPublished(records, keyID) {
  const key = await records.get(names.kem(keyID));
  if (key) records.put(names.kem(keyID), { ...key, isPublished: true });
}
