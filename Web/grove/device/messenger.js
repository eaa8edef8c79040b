import * as conversations from "./conversations.js";
import { DeviceTab } from "./device-tab.js";
import { lazySharing } from "./lazy-sharing.js";
import { loaded } from "./loading.js";
import { names } from "./names.js";
import { homeOf, localOf } from "./opening.js";
import * as people from "./people.js";
import { Tabs } from "./tabs.js";

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
 * | `conversations` | `{ conversationID }` | a conversation is new or changed (name, members, photo, last line, unread, state) |
 * | `thread` | `{ conversationID, positions }` | lines were added or changed (delivery, content) at these positions |
 * | `accounts` | `{ accountID }` | somebody's name, keys or device list; this account's own included |
 * | `alarms` | `{}` | a new alarm |
 * | `outbox` | `{}` | what waits has changed |
 * | `sharing` | `{ kind, key }` | a record `sharing/{kind}/{key}` has changed |
 * | `connection` | `{ state }` | see `connection` |
 * | `gone` | `{}` | the storage of this origin was cleared: load the page anew |
 */

/**
 * @typedef {import("./messenger-types.js").Connection} Connection
 * @typedef {import("./messenger-types.js").Person} Person
 * @typedef {import("./messenger-types.js").ConversationSummary} ConversationSummary
 * @typedef {import("./messenger-types.js").Delivery} Delivery
 * @typedef {import("./messenger-types.js").ThreadItem} ThreadItem
 * @typedef {import("./messenger-types.js").ThreadContent} ThreadContent
 * @typedef {import("./messenger-types.js").ThreadAttachment} ThreadAttachment
 * @typedef {import("./messenger-types.js").DeviceSummary} DeviceSummary
 * @typedef {import("./messenger-types.js").Alarm} Alarm
 * @typedef {import("./messenger-types.js").SyncReport} SyncReport
 * @typedef {import("./messenger-types.js").Place} Place
 */

export class Messenger extends DeviceTab {
  /** Drafts, highlights, proofs, notices: see ../sharing/sharing.js. */
  sharing = lazySharing(this);

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
    const record = await home.store.get("device");
    if (!record) {
      home.store.close();
      return null;
    }
    const local = await localOf(home, record);
    if (record.pending) {
      const { settle } = await loaded(import("./first-run.js"));
      if (!(await settle(home, local))) return null;
    }
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
  static async signUp(request) {
    return (await loaded(import("./making.js"))).signUp(Messenger.#begun, request);
  }

  /**
   * Makes this browser a device of an account whose devices are lost.
   *
   * @param {Place & { handle: string, code: string, keepingDevices?: boolean }} request without
   *   `keepingDevices` every other device is dropped
   * @returns {Promise<Messenger>}
   * @throws {MessengerError} `contact_unknown`, `recovery_code_invalid`, `relay_unreachable`, …
   */
  static async recover(request) {
    return (await loaded(import("./making.js"))).recover(Messenger.#begun, request);
  }

  /**
   * Begins to make this browser a device of an account that exists.
   *
   * @param {Place & { confirm: (digits: string) => Promise<boolean> }} request `confirm` is asked
   *   once, with the digits the other device shows, too
   * @returns {Promise<{ text: string, done: Promise<Messenger>, cancel: () => void }>} `text`: the
   *   code to show; `done` rejects with `link_timed_out`, `link_refused`, `cancelled`, …
   */
  static async beginLinking(request) {
    return (await loaded(import("./making.js"))).beginLinking(Messenger.#begun, request);
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

  /**
   * @param {import("./opening.js").OpenHome} home
   * @param {import("./local-device.js").LocalDevice} local
   */
  static async #of(home, local) {
    const isRemoved = Boolean(await home.store.get("counter/deviceRemoved"));
    const messenger = new Messenger(local, home.name, isRemoved);
    home.onLost.push(() => messenger.gone());
    return messenger;
  }

  /**
   * @param {import("./opening.js").OpenHome} home
   * @param {import("./local-device.js").DeviceRecord} record
   */
  static async #begun(home, record) {
    const messenger = await Messenger.#of(home, await localOf(home, { ...record, pending: undefined }));
    // Others can write to it at once; where the relay is away now, `start` does it.
    await messenger.connected().then(({ prepare, device }) => prepare(device)).catch(() => undefined);
    return messenger;
  }

  async #device() {
    return (await this.connected()).device;
  }

  /**
   * @template Value
   * @param {(actions: typeof import("./conversation-actions.js"),
   *   device: import("./device.js").Device) => Promise<Value>} work
   * @returns {Promise<Value>}
   */
  async #act(work) {
    const actions = await loaded(import("./conversation-actions.js"));
    return work(actions, await this.#device());
  }

  /** @returns {Person} */
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
   * @returns {Promise<SyncReport>}
   * @throws {MessengerError} `device_removed`, `store_unavailable`
   */
  async sync() {
    const { sync } = await loaded(import("./one-round.js"));
    return sync(await this.#device());
  }

  /**
   * The person behind a handle. Known people are found without a connection.
   *
   * @param {string} handle
   * @param {{ expecting?: string }} [options] the account of a contact link `…#a=<account>`
   * @returns {Promise<Person>}
   * @throws {MessengerError} `contact_unknown`, `contact_changed`, `relay_unreachable`
   */
  async lookUp(handle, options) {
    const { lookUp } = await loaded(import("./look-up.js"));
    return lookUp(await this.#device(), handle, options?.expecting);
  }
  /**
   * @param {string} accountID
   * @returns {Promise<Person>} never fails; what is known here
   */
  async person(accountID) {
    return people.person(this.local, accountID);
  }
  /**
   * @param {string} accountID
   * @returns {Promise<string>}
   */
  async accountName(accountID) {
    return (await this.person(accountID)).name;
  }
  /** @returns {Promise<Person[]>} everybody this device knows, without this account, by name */
  async people() {
    return people.everybody(this.local);
  }

  /** @returns {Promise<ConversationSummary[]>} the newest activity first */
  async conversations() {
    return conversations.summaries(this.local);
  }
  /**
   * @param {string} id
   * @returns {Promise<ConversationSummary>}
   * @throws {MessengerError} `conversation_unknown`
   */
  async conversation(id) {
    return conversations.summary(this.local, id);
  }
  /**
   * The last lines before a position, oldest first.
   *
   * @param {string} conversationID
   * @param {{ before?: number, limit?: number }} [page] default: the newest 50
   * @returns {Promise<ThreadItem[]>}
   */
  async thread(conversationID, page = {}) {
    return conversations.thread(this.local, conversationID, page);
  }
  /**
   * One line again, after an event named its position.
   *
   * @param {string} conversationID
   * @param {number} position
   * @returns {Promise<ThreadItem | undefined>}
   */
  async item(conversationID, position) {
    return this.local.store.get(names.item(conversationID, position));
  }
  /**
   * @param {string} conversationID
   * @returns {Promise<void>}
   */
  async markRead(conversationID) {
    return conversations.markRead(this.local, conversationID);
  }

  /**
   * Answers as soon as the text is stored; its delivery changes by events.
   *
   * @param {string} conversationID
   * @param {string} text
   * @returns {Promise<ThreadItem>}
   * @throws {MessengerError} `conversation_unknown`, `not_a_member`, `limit_exceeded`
   */
  async sendText(conversationID, text) {
    const { sendText, device } = await this.connected();
    const item = await sendText(device, conversationID, text);
    this.flush();
    return item;
  }
  /**
   * Takes a message that was not sent out of its conversation, once it was sent anew.
   *
   * @param {ThreadItem} item whose delivery failed; any other stays
   * @returns {Promise<void>}
   */
  async discardFailed(item) {
    const { discardFailed } = await loaded(import("./failed-messages.js"));
    return discardFailed(this.local, item);
  }
  /**
   * Sends a copy of a file, at most 25 MiB.
   *
   * @param {string} conversationID
   * @param {Blob} file
   * @param {{ name?: string, text?: string }} [options] `name` defaults to the file's
   * @returns {Promise<ThreadItem>}
   * @throws {MessengerError} `limit_exceeded`, `not_a_member`, `conversation_unknown`
   */
  async sendCopy(conversationID, file, options = {}) {
    const { sendCopy } = await loaded(import("./attachments.js"));
    const name = options.name ?? /** @type {File} */ (file).name ?? "file";
    const item = await sendCopy(
      await this.#device(), conversationID, file, { name, text: options.text ?? "" });
    this.flush();
    return /** @type {ThreadItem} */ (item);
  }
  /**
   * The opened file of an item.
   *
   * @param {ThreadItem} item
   * @returns {Promise<Blob>}
   * @throws {MessengerError} `item_unknown`, `attachment_invalid`, `relay_unreachable`
   */
  async attachment(item) {
    const { open } = await loaded(import("./attachments.js"));
    return open(await this.#device(), item);
  }
  /** @returns {Promise<number>} how many actions wait for the relay */
  async queuedCount() {
    return (await this.local.store.list("outbox/")).size;
  }

  /**
   * Starts a conversation; without a connection it starts here.
   *
   * @param {{ members: string[], name?: string }} request handles, or account identifiers (43
   *   characters)
   * @returns {Promise<string>} conversationID
   * @throws {MessengerError} `contact_unknown`, `limit_exceeded`, what the relay refuses with
   */
  async createConversation(request) {
    return this.#act((actions, device) => actions.create(device, request));
  }
  /**
   * @param {string} id
   * @param {string} name empty removes it
   * @returns {Promise<void>}
   */
  async renameConversation(id, name) {
    return this.#act((actions, device) => actions.change(device, id, { name }));
  }
  /**
   * @param {string} id
   * @param {string[]} members handles or accounts
   * @returns {Promise<void>}
   */
  async addMembers(id, members) {
    return this.#act((actions, device) =>
      actions.change(device, id, { add: members }));
  }
  /**
   * @param {string} id
   * @param {string[]} members handles or accounts
   * @returns {Promise<void>}
   */
  async removeMembers(id, members) {
    return this.#act((actions, device) =>
      actions.change(device, id, { remove: members }));
  }
  /**
   * @param {string} id
   * @returns {Promise<void>}
   */
  async leave(id) {
    return this.removeMembers(id, [this.local.accountID]);
  }
  /**
   * @param {string} id
   * @param {Blob | null} image PNG, JPEG or WebP, at most 256 KiB
   * @returns {Promise<void>}
   * @throws {MessengerError} `limit_exceeded`
   */
  async setPhoto(id, image) {
    return this.#act((actions, device) => actions.setPhoto(device, id, image));
  }
  /**
   * @param {string} id
   * @returns {Promise<Blob | null>} from here where this version is known
   */
  async photo(id) {
    return this.#act((actions, device) => actions.photo(device, id));
  }

  /** @returns {Promise<DeviceSummary[]>} of this account */
  async devices() {
    const { summary } = await loaded(import("./device-summary.js"));
    const { devices } = (await (await this.#device()).ownAccount()).chain.newest;
    return devices.map((entry) => summary(entry, this.deviceID));
  }
  /**
   * @param {string} deviceID
   * @returns {Promise<void>}
   * @throws {MessengerError} `item_unknown`, `last_device`
   */
  async removeDevice(deviceID) {
    const { removeDevice } = await loaded(import("./own-devices.js"));
    return removeDevice(await this.#device(), deviceID);
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
    const { linkDevice } = await loaded(import("./linking.js"));
    return linkDevice(await this.#device(), text, options);
  }
  /**
   * @param {string} accountID
   * @returns {Promise<string>} sixty digits in twelve groups
   */
  async safetyNumber(accountID) {
    const { safetyNumber } = await loaded(import("../message/safety-number.js"));
    return (await safetyNumber(this.local.accountID, accountID)).join(" ");
  }
  /** @returns {Promise<Alarm[]>} oldest first */
  async alarms() {
    const found = [...(await this.local.store.list("alarm/")).values()];
    return found.sort((one, other) => one.raisedAt - other.raisedAt);
  }
}
