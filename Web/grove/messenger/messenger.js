import { beginLinking, linkDevice } from "../device/device-linking.js";
import * as firstRun from "../device/sign-up.js";
import { homeOf, localOf } from "../device/local-device.js";
import { removeDevice, summary } from "../device/own-devices.js";
import { prepare, sync } from "../device/sync.js";
import { Tabs } from "../device/tabs.js";
import { safetyNumber } from "../message/safety-number.js";
import { ownDevices } from "../relay/admission-routes.js";
import * as webPush from "../relay/web-push-routes.js";
import { names } from "../rules/model/record-names.js";
import { Sharing } from "../sharing/sharing.js";
import { MessengerConversations } from "./messenger-conversations.js";
import { sharingHostOf } from "./sharing-host.js";

/**
 * One device of one person: keys, conversations, messages, contacts. Everything a person does is
 * stored before a method answers; what the relay has still to hear is queued, visibly, and sent in
 * order when the relay is there. All tabs of the origin are one device: one of them, the leader,
 * holds the mailbox stream.
 *
 * ## Events
 *
 * Each says what to look at again; what is true stands in the database. All are `CustomEvent`s, in
 * every tab, whichever tab did it.
 *
 * | type | detail | when |
 * |---|---|---|
 * | `conversations` | `{ conversationID }` | a conversation is new or changed (name, members, photo, last line, what is unread, what of it is to be told, state) |
 * | `thread` | `{ conversationID, positions }` | lines were added or changed (delivery, content) at these positions |
 * | `accounts` | `{ accountID }` | somebody's name, keys or device list; this account's own included |
 * | `alarms` | `{}` | a new alarm |
 * | `raising` | `{}` | how this browser calls attention |
 * | `outbox` | `{}` | what waits has changed |
 * | `sharing` | `{ kind, key }` | a record `sharing/{kind}/{key}` has changed |
 * | `connection` | `{ state }` | see `connection` |
 * | `gone` | `{}` | the storage of this origin was cleared: load the page anew |
 *
 * @typedef {import("../device/local-device.js").Place} Place
 * @typedef {import("../rules/model/messenger-types.js").DeviceSummary} DeviceSummary
 * @typedef {import("../rules/model/stored-device.js").DeviceRecord} DeviceRecord
 * @typedef {import("../device/local-device.js").LocalDevice} LocalDevice
 * @typedef {import("../device/local-device.js").OpenHome} OpenHome
 */
export class Messenger extends MessengerConversations {
  /**
   * @param {LocalDevice} local
   * @param {string} name of the store
   * @param {boolean} isRemoved
   */
  constructor(local, name, isRemoved) {
    super(local, name, isRemoved);
    /** Drafts, highlights, proofs, notices, offers. */
    this.sharing = new Sharing(sharingHostOf(this));
    Object.assign(local.hooks, this.sharing.hooks);
    local.round = () => this.sharing.round();
    this.addEventListener("connection", () => {
      if (this.connection === "online") this.sharing.catchUpIfItCan();
    });
    // A share in another tab, which may be closed in the middle.
    this.addEventListener("sharing", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.kind === "job") this.sharing.catchUpIfItCan();
    });
  }

  /**
   * Opens the device of this browser. Needs no connection.
   *
   * @param {Place} [place]
   * @returns {Promise<Messenger | null>} null where this browser is no device yet
   * @throws {MessengerError} `no_device` where its keys are gone: only `forget` helps;
   *   `store_unavailable`; `relay_unreachable` where the page was closed in the middle of the first
   *   run and nobody knows how that ended.
   */
  static async open(place = {}) {
    const home = await homeOf(place);
    const record = await home.store.get(names.device());
    if (!record) {
      home.store.close();
      return null;
    }
    const local = await localOf(home, record);
    if (record.pending && !(await firstRun.settle(home, local))) return null;
    return Messenger.#of(home, local);
  }

  /**
   * Makes an account with this browser as its first device.
   *
   * @param {Place & { handle: string, displayName: string }} request `handle`: 1 to 64 of
   *   `a-z 0-9 . _ -`; `displayName`: how contacts see the person
   * @returns {Promise<{ messenger: Messenger, recoveryCode: string }>} the code is shown once and
   *   stored nowhere; in groups of four
   * @throws {MessengerError} `handle_taken`, `device_exists`, `relay_unreachable`, `relay_refused`
   */
  static async signUp({ handle, displayName, ...place }) {
    const home = await homeOf(place);
    const { record, recoveryCode } = await firstRun.signUp(home, { handle, name: displayName });
    return { messenger: await Messenger.#begin(home, record), recoveryCode };
  }

  /**
   * Makes this browser a device of an account whose devices are lost.
   *
   * @param {Place & { handle: string, code: string, keepingDevices?: boolean }} request without
   *   `keepingDevices` every other device is dropped
   * @returns {Promise<Messenger>}
   * @throws {MessengerError} `contact_unknown`, `recovery_code_invalid`, `relay_unreachable`, …
   */
  static async recover({ handle, code, keepingDevices, ...place }) {
    const home = await homeOf(place);
    const record = await firstRun.recover(home, { handle, code, keepingDevices });
    return Messenger.#begin(home, record);
  }

  /**
   * Begins to make this browser a device of an account that exists.
   *
   * @param {Place & { confirm: (digits: string) => Promise<boolean> }} request `confirm` is asked
   *   once, with the digits the other device shows, too
   * @returns {Promise<{ text: string, done: Promise<Messenger>, cancel: () => void }>} `text`: the
   *   code to show; `done` rejects with `link_timed_out`, `link_refused`, `cancelled`, …
   */
  static async beginLinking({ confirm, ...place }) {
    const home = await homeOf(place);
    const { text, done, cancel } = await beginLinking(home, confirm);
    return { text, done: done.then((record) => Messenger.#begin(home, record)), cancel };
  }

  /**
   * Forgets everything this browser keeps of the device. For a device that was removed, or a person
   * who wants to start anew.
   *
   * @param {Place} [place]
   * @returns {Promise<void>}
   */
  static async forget(place = {}) {
    const { store, name } = await homeOf(place);
    await store.clear();
    const tabs = new Tabs(name, () => {});
    tabs.tell({ type: "gone" });
    tabs.close();
  }

  /** @param {OpenHome} home @param {LocalDevice} local */
  static async #of(home, local) {
    const isRemoved = Boolean(await home.store.get(names.counter("deviceRemoved")));
    const messenger = new Messenger(local, home.name, isRemoved);
    home.onLost.push(() => messenger.gone());
    return messenger;
  }

  /** @param {OpenHome} home @param {DeviceRecord} record */
  static async #begin(home, record) {
    const local = await localOf(home, { ...record, pending: undefined });
    const messenger = await Messenger.#of(home, local);
    // Others can write to it at once; where the relay is away now, `start` does it.
    await messenger.connected().then(prepare).catch(() => undefined);
    return messenger;
  }

  /** @returns {import("../rules/model/messenger-types.js").Person} */
  get me() {
    const { accountID, handle, name } = this.local.record;
    return { accountID, handle, name: name || handle, isMe: true };
  }

  get deviceID() {
    return this.local.deviceID;
  }

  get relayOrigin() {
    return this.local.record.relayOrigin;
  }

  /**
   * One round of receiving and sending. A relay that is away is no error.
   *
   * @returns {Promise<import("../rules/model/messenger-types.js").SyncReport>}
   * @throws {MessengerError} `device_removed`, `store_unavailable`
   */
  async sync() {
    return sync(await this.connected());
  }

  /** @returns {Promise<DeviceSummary[]>} of this account */
  async devices() {
    const { devices } = (await (await this.connected()).ownAccount()).chain.newest;
    return devices.map((entry) => summary(entry, this.deviceID));
  }

  /**
   * This account's devices as the relay sees them.
   *
   * @returns {Promise<{ deviceID: string, lastSeenAt: number, receivesUntil: number }[]>}
   */
  async seenDevices() {
    return (await this.connected()).ask(ownDevices);
  }

  /** @returns {Promise<Uint8Array>} the relay's key to subscribe with, for being woken */
  async webPushKey() {
    return (await this.connected()).ask(webPush.webPushKey);
  }

  /** @param {import("../relay/web-push-routes.js").WebPushSubscription} subscription where this device is woken */
  async setWebPush(subscription) {
    await (await this.connected()).ask((relay) => webPush.setWebPush(relay, subscription));
  }

  /** This device is not woken any more. */
  async endWebPush() {
    await (await this.connected()).ask(webPush.endWebPush);
  }

  /**
   * @param {string} deviceID of this account
   * @returns {Promise<void>}
   * @throws {MessengerError} `item_unknown`, `last_device`
   */
  async removeDevice(deviceID) {
    return removeDevice(await this.connected(), deviceID);
  }

  /**
   * Takes the device that shows this code into the account.
   *
   * @param {string} text the code the new device shows
   * @param {{ onOffer?: (digits: string) => void, timeLimit?: number }} [options] `onOffer`: digits
   *   to show here; the new device shows the same. `timeLimit`: seconds, 600.
   * @returns {Promise<DeviceSummary>}
   * @throws {MessengerError} `link_code_invalid`, `link_timed_out`, `link_refused`, …
   */
  async linkDevice(text, options = {}) {
    return linkDevice(await this.connected(), text, options);
  }

  /**
   * An account's verified device list, as it is known here or fetched.
   *
   * @param {string} accountID
   * @returns {Promise<import("../message/statement-chain.js").StatementChain>}
   * @throws {MessengerError} `contact_unknown`, `device_list_invalid`, `relay_unreachable`
   */
  async chain(accountID) {
    return (await (await this.connected()).known(accountID)).chain;
  }

  /**
   * @param {string} accountID
   * @returns {Promise<string>} sixty digits in twelve groups
   */
  async safetyNumber(accountID) {
    return (await safetyNumber(this.local.accountID, accountID)).join(" ");
  }

  /** @returns {Promise<import("../rules/model/messenger-types.js").Alarm[]>} oldest first */
  async alarms() {
    const found = [...(await this.local.store.list(names.alarm())).values()];
    return found.sort((one, other) => one.raisedAt - other.raisedAt);
  }
}
