import { IndexedDBRecordStore } from "../store/indexeddb-record-store.js";
import { LocalDevice } from "./local-device.js";
import { MessengerError } from "./messenger-error.js";

/**
 * Where a device is, or is made.
 *
 * @typedef {object} OpenHome
 * @property {any} store
 * @property {string} name of the store
 * @property {string} relayOrigin
 * @property {import("./local-device.js").Environment} environment
 * @property {(() => void)[]} onLost called when the browser takes the store away
 */

/**
 * @param {import("./messenger-types.js").Place} place
 * @returns {Promise<OpenHome>}
 * @throws {MessengerError} `store_unavailable`
 */
export async function homeOf({ relayOrigin, name = "grove-device", store, environment }) {
  /** @type {(() => void)[]} */
  const onLost = [];
  try {
    store ??= await IndexedDBRecordStore.open(name, () => onLost.forEach((lost) => lost()));
  } catch {
    throw new MessengerError("store_unavailable", "this browser keeps nothing for this page");
  }
  return {
    store, name, onLost, relayOrigin: relayOrigin ?? globalThis.location.origin,
    environment: { now: () => Date.now(), ...environment },
  };
}

/**
 * @param {OpenHome} home
 * @param {import("./local-device.js").DeviceRecord} record
 * @returns {Promise<LocalDevice>}
 * @throws {MessengerError} `no_device` where the keys are gone.
 */
export async function localOf({ store, name, environment }, record) {
  const keys = await Promise.all(["keys/identity", "keys/base"].map((key) => store.get(key)));
  if (keys.includes(undefined)) {
    throw new MessengerError("no_device", "the keys of this device are gone");
  }
  return new LocalDevice(store, name, record, environment);
}
