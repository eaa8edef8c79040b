import { encodeBase64URL, GroveError, randomBytes } from "../encoding/encoding.js";
import { locked } from "./locks.js";
import { MessengerError } from "./messenger-error.js";
import { StagedRecords } from "./staged-records.js";

/**
 * @typedef {import("../message/statement-chain.js").StatementChain} StatementChain
 *
 * What the sharing side does with what arrives: see README.md. Each runs inside the change that
 * stores what it is about, except `prepare` and `round`.
 *
 * @typedef {import("../message/opened-envelope.js").VerifiedMessage} VerifiedMessage
 *
 * @typedef {object} SharingHooks
 * @property {(contentType?: number, message?: VerifiedMessage, mayAlarm?: boolean) => Promise<void>}
 *   [prepare] before such a change, with the message that is to be received, and whether it names a
 *   device list that is not known here: the device's lock must not wait for a network
 * @property {(content: any, context: any, records: StagedRecords) =>
 *   Promise<{ dropped?: string } | void>} [receive]
 * @property {(event: any, records: StagedRecords) => Promise<void>} [rosterChanged]
 * @property {(before: StatementChain, after: StatementChain, records: StagedRecords) =>
 *   Promise<void>} [devicesChanged]
 * @property {() => Promise<void>} [round]
 *
 * @typedef {object} DeviceRecord which account at which relay this browser is a device of
 * @property {string} relayOrigin
 * @property {string} accountID
 * @property {string} deviceID
 * @property {string} handle empty until the relay has told it
 * @property {string} name how contacts see the person
 * @property {{ kind: "signUp", body: string } | { kind: "linking" }} [pending] the relay's answer
 *   has not been heard: see `settle` in first-run.js
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

  /**
   * @param {any} store
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
   * One decision, one transaction. See README.md.
   *
   * @template Value
   * @param {(records: StagedRecords) => Promise<Value>} decide
   * @returns {Promise<Value>}
   * @throws {MessengerError} `store_unavailable`
   */
  change(decide) {
    return this.alone("change", async () => {
      await this.#check();
      const records = new StagedRecords(this.store);
      const answer = await stored(() => decide(records));
      if (records.changes.size > 0) {
        await stored(() => this.store.put(records.changes));
        this.onCommit([...records.changes.keys()]);
      }
      return answer;
    });
  }

  /** A tab that has not heard yet that the device was forgotten must not write on. */
  async #check() {
    const record = await stored(() => this.store.get("device"));
    if (record?.deviceID !== this.deviceID) {
      throw new MessengerError("no_device", "this device was forgotten");
    }
  }
}

/** @returns {string} 16 random bytes */
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
