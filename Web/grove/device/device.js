import { randomBytes } from "../encoding/bytes.js";
import { encodeBase64URL } from "../encoding/base64url.js";
import { GroveError } from "../encoding/grove-error.js";
import { DeviceKeys } from "../store/device-keys.js";
import { RelayClient } from "../relay/relay-client.js";
import { isStale, readAccount } from "./accounts.js";
import { adopt } from "./chain-rules.js";
import { locked } from "./locks.js";
import { MessengerError } from "./messenger-error.js";
import { StagedRecords } from "./staged-records.js";

/**
 * @typedef {import("./accounts.js").KnownAccount} KnownAccount
 * @typedef {import("../message/statement-chain.js").StatementChain} StatementChain
 *
 * What the sharing side does with what arrives: see README.md. Each runs inside the change that
 * stores what it is about, except `round`.
 *
 * @typedef {object} SharingHooks
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
 * @property {string} [lockName] where several devices live in one program
 */

/**
 * A device: its store, its keys, its relay, and the three things everything else is made of:
 * changing, asking, and knowing accounts.
 */
export class Device {
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
  /** The newest mailbox entry the relay was told to forget. */
  acknowledged = 0n;
  /**
   * The activity up to which a conversation needs no gossip.
   *
   * @type {Map<string, number>}
   */
  gossipChecked = new Map();
  /** @type {Map<number, import("../message/kem-key.js").KEMKey>} */
  #kemKeys = new Map();

  /**
   * @param {any} store
   * @param {string} lockName
   * @param {DeviceRecord} record
   * @param {DeviceKeys} keys
   * @param {Environment} environment
   */
  constructor(store, lockName, record, keys, environment) {
    this.store = store;
    this.lockName = lockName;
    this.record = record;
    this.keys = keys;
    this.accountID = record.accountID;
    this.deviceID = record.deviceID;
    this.now = environment.now;
    const credentials = { ...record, identityKey: keys.identityKey };
    this.relay = new RelayClient(record.relayOrigin, credentials, environment.fetch);
  }

  get me() {
    return { accountID: this.accountID, deviceID: this.deviceID, now: this.now() };
  }

  /** @returns {string} 16 random bytes */
  freshID() {
    return encodeBase64URL(randomBytes(16));
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
      const records = new StagedRecords(this.store);
      const answer = await stored(() => decide(records));
      if (records.changes.size > 0) {
        await stored(() => this.store.put(records.changes));
        this.onCommit([...records.changes.keys()]);
      }
      return answer;
    });
  }

  /**
   * A call to the relay. That it takes this device's key no longer is remembered, so that it is
   * shown without a connection too.
   *
   * @template Value
   * @param {(relay: RelayClient) => Promise<Value>} call
   * @returns {Promise<Value>}
   */
  async ask(call) {
    try {
      return await call(this.relay);
    } catch (error) {
      if (/** @type {any} */ (error).problem !== "credentials_invalid") throw error;
      await this.change(async (records) => records.put("counter/deviceRemoved", 1));
      throw new MessengerError("device_removed");
    }
  }

  /**
   * An account with its verified chain, names and KEM keys.
   *
   * @param {string} accountID
   * @param {boolean} [refresh] asks the relay even where it is known
   * @returns {Promise<KnownAccount>}
   * @throws {MessengerError} `contact_unknown`, `device_list_invalid`, `relay_unreachable`
   */
  async known(accountID, refresh = false) {
    const known = refresh ? undefined : await stored(() => readAccount(this.store, accountID));
    return known && !isStale(known, this.now()) ? known : this.refreshed(accountID);
  }

  /**
   * Asks the relay and takes over what joins the known history (protocol 11.1).
   *
   * @param {string} accountID
   * @returns {Promise<KnownAccount>}
   */
  async refreshed(accountID) {
    const known = await stored(() => readAccount(this.store, accountID));
    let outcome = await this.adopt(accountID, known?.chain.newest.seq ?? 0n);
    if (outcome === "whole_chain_needed") outcome = await this.adopt(accountID, 0n);
    if (typeof outcome === "string") throw new MessengerError("device_list_invalid");
    return outcome;
  }

  /** @param {string} accountID @param {bigint} from */
  async adopt(accountID, from) {
    const answer = await this.ask((relay) => relay.lookUpAccount(accountID, from))
      .catch((error) => {
        throw error.problem === "not_found" ? new MessengerError("contact_unknown") : error;
      });
    const context = { accountID, from, now: this.now(), hooks: this.hooks };
    return this.change((records) => adopt(records, answer, context));
  }

  /**
   * This account's own chain, as it is stored here.
   *
   * @returns {Promise<KnownAccount>}
   */
  async ownAccount() {
    return (await stored(() => readAccount(this.store, this.accountID))) ??
      this.refreshed(this.accountID);
  }

  /**
   * The KEM keys that envelopes are opened with.
   *
   * @param {number} keyID that is asked for: another tab may have made it
   */
  async kemKeys(keyID) {
    if (!this.#kemKeys.has(keyID)) this.#kemKeys = await stored(() => this.keys.kemKeys());
    return this.#kemKeys;
  }
}

/**
 * @template Value
 * @param {() => Promise<Value>} work on the store
 * @returns {Promise<Value>}
 */
async function stored(work) {
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
