import { encodeBase64URL, GroveError, randomBytes } from "../encoding/encoding.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { IndexedDBRecordStore } from "../store/indexeddb-record-store.js";
import { names } from "../rules/model/record-names.js";
import { looked, StagedRecords } from "../store/staged-records.js";
import { locked } from "./locks.js";

/**
 * @typedef {import("../rules/model/stored-device.js").DeviceRecord} DeviceRecord
 * @typedef {import("../rules/conversations/sharing-hooks.js").SharingHooks} SharingHooks
 *
 * @typedef {object} Environment what a device takes from outside
 * @property {() => number} now milliseconds since 1970
 * @property {import("../relay/relay-call.js").Fetch} [fetch]
 */

/**
 * The part of a device that needs neither its keys nor its relay: what is stored, and how it is
 * changed. It is all that has to be there before a page shows something.
 */
export class LocalDevice {
  /** @type {SharingHooks} */
  hooks = {};
  /**
   * What a commit changed.
   *
   * @type {(names: string[]) => void}
   */
  onCommit = () => {};
  /** Wakes the leader's sending. */
  wake = () => {};

  /** After each round, outside of every lock: what the sharing side has to go on with. */
  round = async () => {};

  /**
   * @param {import("../store/record-store.js").DeviceStore} store
   * @param {string} lockName
   * @param {DeviceRecord} record
   * @param {Environment} environment
   */
  constructor(store, lockName, record, environment) {
    this.store = store;
    this.lockName = lockName;
    this.record = record;
    this.environment = environment;
    this.accountID = record.accountID;
    this.deviceID = record.deviceID;
    this.now = environment.now;
  }

  get me() {
    return { accountID: this.accountID, deviceID: this.deviceID, now: this.now() };
  }

  /**
   * One step after another, in whichever tab.
   *
   * @template Value
   * @param {"receiving" | "sending" | "change"} step
   * @param {() => Promise<Value>} work
   * @returns {Promise<Value>}
   */
  alone(step, work) {
    return locked(`${this.lockName}/${step}`, work);
  }

  /**
   * One decision, one transaction: a rule, which may be run again from its beginning (`Records`).
   *
   * @template Value
   * @param {(records: StagedRecords) => Value} decide
   * @returns {Promise<Value>}
   * @throws {MessengerError} `store_unavailable`
   */
  change(decide) {
    const decided = async () => {
      await this.#check();
      const records = new StagedRecords(this.store);
      const answer = await stored(() => records.decide(decide));
      if (records.changes.size > 0) {
        await stored(() => this.store.put(records.changes));
        this.onCommit([...records.changes.keys()]);
      }
      return answer;
    };
    return this.alone("change", decided);
  }

  /**
   * What a rule finds, where nothing is to be written.
   *
   * @template Value
   * @param {(records: import("../rules/model/records.js").Reader) => Value} rule
   * @returns {Promise<Value>}
   */
  look(rule) {
    return stored(() => looked(this.store, rule));
  }

  /** A tab that has not heard yet that the device was forgotten must not write on. */
  async #check() {
    const record = /** @type {DeviceRecord | undefined} */ (
      await stored(() => this.store.get(names.device())));
    if (record?.deviceID !== this.deviceID) {
      throw new MessengerError("no_device", "this device was forgotten");
    }
  }
}

/** @returns {string} 16 random bytes: of a message, a conversation, a draft, a procedure, a notice */
export const freshID = () => encodeBase64URL(randomBytes(16));

/**
 * @template Value
 * @param {() => Promise<Value>} work on the store
 * @returns {Promise<Value>}
 */
export async function stored(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GroveError) throw translated(error);
    if (typeof DOMException === "undefined" || !(error instanceof DOMException)) throw error;
    const isFull = error.name === "QuotaExceededError";
    throw new MessengerError(
      "store_unavailable", isFull ? "this browser has no room left" : error.name);
  }
}

/** @param {GroveError} error */
export const translated = (error) =>
  new MessengerError(error.code === "limit_exceeded" ? "limit_exceeded" : "malformed", error.message);

/**
 * Where a device is, or is made.
 *
 * @typedef {object} Place a page gives nothing of it
 * @property {string} [relayOrigin] default: this page's origin
 * @property {string} [name] of the database; default "grove-device"
 * @property {import("../store/record-store.js").DeviceStore} [store] instead of a database, for
 *   programs that are no pages
 * @property {Partial<Environment>} [environment]
 *
 * @typedef {object} OpenHome
 * @property {import("../store/record-store.js").DeviceStore} store
 * @property {string} name of the store
 * @property {string} relayOrigin
 * @property {Environment} environment
 * @property {(() => void)[]} onLost called when the browser takes the store away
 */

/**
 * @param {Place} place
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
 * @param {DeviceRecord} record
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
