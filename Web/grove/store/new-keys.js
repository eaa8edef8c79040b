import { PublicKey } from "../crypto/public-key.js";
import { SigningKey } from "../crypto/signing-key.js";
import { decodeBase64URL, randomBytes } from "../encoding/encoding.js";
import { BaseKey } from "../identity/base-key.js";
import { KEMKey } from "../message/kem-key.js";
import { DeviceKeys, identityName } from "./device-keys.js";
import { sealName } from "./local-seal.js";
import { baseName } from "./stored-base-key.js";

/** @typedef {import("./record-store.js").RecordStore} RecordStore */

/**
 * Makes and stores the identity key of a new device.
 *
 * @param {RecordStore} store
 * @returns {Promise<DeviceKeys>}
 */
export async function createDeviceKeys(store) {
  const identityKey = await SigningKey.generate();
  const record = { key: identityKey.cryptoKey, publicKey: identityKey.publicKey.bytes };
  await store.put(new Map([[identityName, record]]));
  return new DeviceKeys(store, identityKey);
}

/**
 * Makes the pair of a KEM key.
 *
 * @returns {Promise<{ publicKey: PublicKey, secret: import("./device-keys.js").StoredPair }>}
 *   `secret`: as it is stored, by `names.kemSecret`
 */
export async function createKEMKey() {
  const { cryptoKey, publicKey } = await KEMKey.generate();
  return { publicKey, secret: { key: cryptoKey, publicKey: publicKey.bytes } };
}

/**
 * Makes and stores the key under which this device seals what it keeps of secrets for a while.
 *
 * @param {RecordStore} store
 */
export async function createSealKey(store) {
  const algorithm = { name: "AES-GCM", length: 256 };
  const key = await crypto.subtle.generateKey(algorithm, false, ["encrypt", "decrypt"]);
  await store.put(new Map([[sealName, key]]));
}

/**
 * Makes and stores the base key of a new device (protocol 4.8). Its scalar has to be readable by the
 * derivation, so it is kept sealed under an AES key that cannot be exported: a backup or a look at
 * the disk does not show it. A script running in this origin could still read it; it is in memory
 * only where something is derived.
 *
 * @param {RecordStore} store
 * @returns {Promise<BaseKey>}
 */
export async function createBaseKey(store) {
  const baseKey = await generateBaseKey();
  await store.put(new Map([[baseName, await wrap(baseKey)]]));
  return baseKey;
}

/**
 * @param {BaseKey} baseKey
 * @returns {Promise<import("./stored-base-key.js").WrappedKey>}
 */
async function wrap(baseKey) {
  const algorithm = { name: "AES-GCM", length: 256 };
  const wrappingKey = await crypto.subtle.generateKey(algorithm, false, ["encrypt", "decrypt"]);
  const [nonce, publicKey] = [randomBytes(12), baseKey.publicKey.bytes];
  const parameters = { name: "AES-GCM", iv: nonce, additionalData: publicKey };
  const scalar = baseKey.exportScalar();
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters, wrappingKey, scalar));
  scalar.fill(0);
  return { wrappingKey, nonce, sealed, publicKey };
}

/** @returns {Promise<BaseKey>} a fresh key, drawn by the platform */
export async function generateBaseKey() {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const { d } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  return new BaseKey(decodeBase64URL(/** @type {string} */ (d)), await PublicKey.fromCryptoKey(pair.publicKey));
}
