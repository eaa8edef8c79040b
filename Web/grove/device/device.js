import { DeviceKeys } from "../store/device-keys.js";
import { RelayClient } from "../relay/relay-client.js";
import { isStale, readAccount } from "../rules/model/known-account.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { refreshed } from "./account-look-up.js";
import { stored } from "./local-device.js";

/**
 * @typedef {import("../rules/model/known-account.js").KnownAccount} KnownAccount
 * @typedef {import("./local-device.js").LocalDevice} LocalDevice
 */

/**
 * A device with its keys and its relay: asking, and knowing accounts. What is stored is its local
 * part's.
 */
export class Device {
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
   * @param {LocalDevice} local
   * @param {DeviceKeys} keys
   */
  constructor(local, keys) {
    const { record, environment } = local;
    this.local = local;
    this.keys = keys;
    this.store = local.store;
    this.hooks = local.hooks;
    this.now = local.now;
    this.accountID = record.accountID;
    this.deviceID = record.deviceID;
    const credentials = { ...record, identityKey: keys.identityKey };
    this.relay = new RelayClient(record.relayOrigin, credentials, environment.fetch);
    this.change = local.change.bind(local);
    this.look = local.look.bind(local);
    this.alone = local.alone.bind(local);
  }

  /**
   * @param {LocalDevice} local
   * @returns {Promise<Device>}
   * @throws {MessengerError} `no_device` where the keys are gone: only `forget` helps.
   */
  static async open(local) {
    const keys = await DeviceKeys.load(local.store).catch(() => undefined);
    if (!keys) throw new MessengerError("no_device", "the keys of this device are gone");
    return new Device(local, keys);
  }

  get me() {
    return this.local.me;
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
      const isRemoved = error instanceof MessengerError && error.problem === "credentials_invalid";
      if (!isRemoved) throw error;
      await this.change((records) => records.put(names.counter("deviceRemoved"), 1));
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
    return (refresh ? undefined : await this.fresh(accountID)) ?? this.refreshed(accountID);
  }

  /**
   * The same without the relay.
   *
   * @param {string} accountID
   * @returns {Promise<KnownAccount | undefined>} nothing where the relay has to be asked
   */
  async fresh(accountID) {
    const known = await this.look((records) => readAccount(records, accountID));
    return known && !isStale(known, this.now()) ? known : undefined;
  }

  /**
   * Asks the relay and takes over what joins the known history (protocol 11.1).
   *
   * @param {string} accountID
   * @returns {Promise<KnownAccount>}
   */
  async refreshed(accountID) {
    return refreshed(this, accountID);
  }

  /**
   * This account's own chain, as it is stored here.
   *
   * @returns {Promise<KnownAccount>}
   */
  async ownAccount() {
    return (await this.look((records) => readAccount(records, this.accountID))) ??
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
