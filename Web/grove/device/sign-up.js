import { parseJSON, randomBytes, utf8 } from "../encoding/encoding.js";
import { RecoveryKey } from "../crypto/recovery-key.js";
import { lookUpForRecovery, publishRecovery, signUp as askForAccount } from "../relay/account-routes.js";
import { RelayClient } from "../relay/relay-client.js";
import { DeviceEntry, deviceIDOf } from "../message/device-entry.js";
import { firstStatement, nextStatement, signPossession } from "../message/statement-signing.js";
import { StatementChain } from "../message/statement-chain.js";
import { createBaseKey, createDeviceKeys, createSealKey } from "../store/new-keys.js";
import { Device } from "./device.js";
import { markPublished, storeKEMKey } from "../rules/devices/kem-key-rules.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { MemoryRecordStore } from "../store/memory-record-store.js";
import { StagedRecords } from "../store/staged-records.js";
import { makeKEMKey } from "./kem-key-rotation.js";

/**
 * @typedef {import("../rules/model/stored-device.js").DeviceRecord} DeviceRecord
 * @typedef {import("./local-device.js").OpenHome} Home
 */

/** May change the device list, and takes part in collaborations. */
export const allFlags = 3;

/**
 * Fresh keys, not stored yet.
 *
 * @param {Home} home
 * @throws {MessengerError} `device_exists`
 */
export async function newKeys({ store }) {
  const known = await store.get(names.device());
  if (known && !known.pending) throw new MessengerError("device_exists");
  // Whatever an earlier device left.
  await store.clear();
  const fresh = new MemoryRecordStore();
  const keys = await createDeviceKeys(fresh);
  const baseKey = await createBaseKey(fresh);
  await createSealKey(fresh);
  return { fresh, keys, baseKey, deviceID: await deviceIDOf(keys.identityKey.publicKey) };
}

/**
 * The first KEM key, and everything about the new device into the store: a key is there before
 * anybody hears of it.
 *
 * @param {Home} home
 * @param {Pick<Awaited<ReturnType<typeof newKeys>>, "fresh" | "keys" | "deviceID">} made
 * @param {{ accountID: string, handle: string, name: string }} account
 * @param {(kemKey: object) => DeviceRecord["pending"]} pending
 * @returns {Promise<DeviceRecord>}
 */
export async function storeDevice(home, { fresh, keys, deviceID }, account, pending) {
  const { relayOrigin, environment, store } = home;
  const { accountID } = account;
  const now = environment.now();
  const { identityKey } = keys;
  const kem = await makeKEMKey(1, { accountID, deviceID, identityKey, now });
  const record = { relayOrigin, deviceID, ...account, pending: pending(kem.stored.signed) };
  const records = new StagedRecords(store);
  storeKEMKey(records, kem);
  records.put(names.device(), record);
  await store.put(new Map([...await fresh.list(""), ...records.changes]));
  return record;
}

/**
 * Makes an account with this as its first device.
 *
 * @param {Home} home
 * @param {{ handle: string, name: string }} person
 * @returns {Promise<{ record: DeviceRecord, recoveryCode: string }>}
 */
export async function signUp(home, person) {
  const handle = person.handle.trim().toLowerCase();
  const earlier = unheard.get(home.name);
  if (earlier?.record.handle === handle && (await home.store.get(names.device()))?.pending) {
    await register(home, earlier.record, true);
    return earlier;
  }
  const made = await newKeys(home);
  const { keys: { identityKey }, baseKey } = made;
  const recovery = await RecoveryKey.fromRandom(randomBytes(20));
  const statement = await firstStatement({
    issuedAt: BigInt(home.environment.now()), recoveryKey: recovery.signingKey.publicKey,
    identityKey, baseKey: baseKey.publicKey,
  });
  const chain = await StatementChain.verify([statement]);
  if (!chain.ok) throw new MessengerError("internal_error");
  const account = { accountID: chain.value.accountID, handle, name: person.name };
  const record = await storeDevice(home, made, account, (kemKey) => {
    const body = JSON.stringify({ handle, name: person.name, statement, kemKey });
    return { kind: "signUp", body };
  });
  return registered(home, { record, recoveryCode: recovery.exportCode() });
}

/**
 * @param {Home} home
 * @param {{ record: DeviceRecord, recoveryCode: string }} signedUp
 */
async function registered(home, signedUp) {
  unheard.set(home.name, signedUp);
  await register(home, signedUp.record);
  unheard.delete(home.name);
  return signedUp;
}

/**
 * Sign-ups of this page that the relay may have carried out without its answer being heard: done
 * again, they are the same ones, and their handle is not lost to an account without keys.
 *
 * @type {Map<string, { record: DeviceRecord, recoveryCode: string }>} by the name of the store
 */
const unheard = new Map();

/**
 * The relay is told, again where the answer was lost: the second time it says that the account
 * exists. Where it refuses, this browser is no device.
 *
 * @param {Home} home
 * @param {DeviceRecord} record with a pending sign-up
 * @param {boolean} [isRepeated]
 */
async function register({ store, relayOrigin, environment }, record, isRepeated = false) {
  const relay = new RelayClient(relayOrigin, undefined, environment.fetch);
  const body = record.pending?.kind === "signUp" ? record.pending.body : "";
  let isUnknown = false;
  for (let attempt = isRepeated ? 2 : 1; ; attempt += 1) {
    try {
      await askForAccount(relay, Object(parseJSON(utf8(body))));
      break;
    } catch (error) {
      const { code, problem, isTemporary } = /** @type {MessengerError} */ (error);
      if (problem === "account_exists" && attempt > 1) break;
      isUnknown ||= code === "relay_unreachable" || problem === "outcome_unknown";
      if (attempt < 3 && isUnknown && isTemporary) {
        // A relay that has trouble may need a while to know.
        if (problem) await new Promise((resolve) => setTimeout(resolve, attempt * 1000));
        continue;
      }
      if (!isTemporary) await store.clear();
      throw error;
    }
  }
  await settled(store, record);
}

/**
 * The relay has this device and its first KEM key.
 *
 * @param {import("../store/record-store.js").DeviceStore} store
 * @param {DeviceRecord} record
 */
export async function settled(store, record) {
  const records = new StagedRecords(store);
  await records.decide(() => {
    records.put(names.device(), { ...record, pending: undefined });
    markPublished(records, 1);
  });
  await store.put(records.changes);
}

/**
 * What became of a device whose tab was closed before the relay's answer was heard.
 *
 * @param {Home} home
 * @param {import("./local-device.js").LocalDevice} local
 * @returns {Promise<boolean>} whether this browser is that device
 * @throws {MessengerError} `relay_unreachable`: nobody knows yet.
 */
export async function settle(home, local) {
  const { record } = local;
  try {
    if (record.pending?.kind === "signUp") await register(home, record, true);
    else {
      await (await Device.open(local)).refreshed(record.accountID);
      await home.store.put(new Map([[names.device(), { ...record, pending: undefined }]]));
    }
    return true;
  } catch (error) {
    if (/** @type {MessengerError} */ (error).isTemporary) throw error;
    await home.store.clear();
    return false;
  }
}

/**
 * Makes this browser a device of an account whose devices are lost (protocol 3.7, 11.6).
 *
 * @param {Home} home
 * @param {{ handle: string, code: string, keepingDevices?: boolean }} person
 * @returns {Promise<DeviceRecord>}
 */
export async function recover(home, { handle: written, code, keepingDevices = false }) {
  const handle = written.trim().toLowerCase();
  const { signingKey } = await RecoveryKey.fromCode(code).catch(() => {
    throw new MessengerError("recovery_code_invalid");
  });
  const relay = new RelayClient(home.relayOrigin, undefined, home.environment.fetch);
  const { name, chain: { newest: previous, accountID } } = await recoverable(relay, handle);
  const { recoveryKey } = previous;
  if (recoveryKey?.text !== signingKey.publicKey.text) {
    throw new MessengerError("recovery_code_invalid");
  }
  const made = await newKeys(home);
  const { keys: { identityKey }, baseKey } = made;
  const entry = await DeviceEntry.of(allFlags, identityKey.publicKey, baseKey.publicKey);
  const statement = await nextStatement({
    previous, issuedAt: BigInt(home.environment.now()), recoveryKey,
    devices: [...(keepingDevices ? previous.devices : []), entry], key: { recovery: signingKey },
    possession: [await signPossession(entry, accountID, previous.hash, identityKey)],
  });
  return recovered(home, made, { accountID, handle, name }, (kemKey) =>
    publish(home, relay, accountID, { statement, kemKey }));
}

/**
 * @param {Home} home
 * @param {Awaited<ReturnType<typeof newKeys>>} made
 * @param {{ accountID: string, handle: string, name: string }} account
 * @param {(kemKey: object) => Promise<unknown>} tell the relay
 */
async function recovered(home, made, account, tell) {
  /** @type {object} */
  let signed = {};
  const record = await storeDevice(home, made, account, (kemKey) => {
    signed = kemKey;
    return { kind: "linking" };
  });
  await tell(signed);
  await settled(home.store, record);
  return record;
}

/**
 * @param {RelayClient} relay
 * @param {string} handle
 * @throws {MessengerError} `contact_unknown`, `device_list_invalid`
 */
async function recoverable(relay, handle) {
  const { name, statements } = await lookUpForRecovery(relay, handle).catch((error) => {
    throw error.problem === "not_found" ? new MessengerError("contact_unknown") : error;
  });
  const verified = await StatementChain.verify(statements);
  if (!verified.ok) throw new MessengerError("device_list_invalid");
  return { name, chain: verified.value };
}

/**
 * A lost answer is asked for again: the same statement twice is no change.
 *
 * @param {Home} home
 * @param {RelayClient} relay
 * @param {string} accountID
 * @param {object} body
 */
async function publish({ store }, relay, accountID, body) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await publishRecovery(relay, accountID, body);
    } catch (error) {
      const { code, problem } = /** @type {MessengerError} */ (error);
      if (attempt < 3 && code === "relay_unreachable") continue;
      if (problem && problem !== "outcome_unknown") await store.clear();
      throw error;
    }
  }
}
