import { kemKeyToJSON } from "../message/kem-key-record.js";
import { signKEMKey, validityOfNewKey } from "../message/kem-key-signing.js";
import { publishKEMKey } from "../relay/account-routes.js";
import { isRotationWaiting, keyToMake, markPublished, rotated } from "../rules/devices/kem-key-rules.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { createKEMKey } from "../store/new-keys.js";

/** @typedef {import("../rules/devices/kem-key-rules.js").MadeKEMKey} MadeKEMKey */

/**
 * Makes the KEM key of this number. Nothing is stored yet.
 *
 * @param {number} keyID
 * @param {{ accountID: string, deviceID: string, now: number,
 *   identityKey: import("../crypto/signing-key.js").SigningKey }} device
 * @returns {Promise<MadeKEMKey>}
 */
export async function makeKEMKey(keyID, { accountID, deviceID, identityKey, now }) {
  const { publicKey, secret } = await createKEMKey();
  const validity = validityOfNewKey(BigInt(now));
  const signed = await signKEMKey({ accountID, deviceID, keyID, ...validity, publicKey }, identityKey);
  return { stored: { keyID, ...validity, signed: kemKeyToJSON(signed), isPublished: false }, secret };
}

/**
 * Makes, publishes and forgets KEM keys as their times come (protocol 3.6).
 *
 * @param {import("./device.js").Device} device
 */
export async function rotateKEMKeys(device) {
  const now = BigInt(device.now());
  if (!(await device.look((records) => isRotationWaiting(records, now)))) return;
  const number = await device.look((records) => keyToMake(records, now));
  const { accountID, deviceID, keys: { identityKey } } = device;
  const made = number === undefined ? undefined
    : await makeKEMKey(number, { accountID, deviceID, identityKey, now: Number(now) });
  for (const { keyID, signed } of await device.change((records) => rotated(records, now, made))) {
    try {
      await device.ask((relay) => publishKEMKey(relay, signed));
    } catch (error) {
      // Its time was over before the relay heard of it: the next round makes another.
      if (error instanceof MessengerError && error.problem === "kem_key_refused") continue;
      throw error;
    }
    await device.change((records) => markPublished(records, keyID));
  }
}
