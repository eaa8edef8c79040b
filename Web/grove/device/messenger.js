import { randomBytes } from "../encoding/bytes.js";
import { IndexedDBRecordStore } from "../store/indexeddb-record-store.js";
import * as conversations from "./conversations.js";
import { freshID, LocalDevice } from "./local-device.js";
import { open as openSealed, seal } from "./local-seal.js";
import { lazySharing } from "./lazy-sharing.js";
import { loaded } from "./loading.js";
import { locked } from "./locks.js";
import { MessengerError } from "./messenger-error.js";
import { names } from "./names.js";
import * as people from "./people.js";
import { eventsFollowing, Tabs } from "./tabs.js";

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
 * @typedef {"online" | "offline" | "connecting" | "signedOut"} Connection
 *   `offline`: the relay is away or the browser has no network; tried again by itself.
 *   `signedOut`: this device is no longer in its account's list: nothing works here any more.
 *
 * @typedef {object} Person
 * @property {string} accountID
 * @property {string} handle the relay's word; empty while unknown
 * @property {string} name the relay's word; the handle, or "Somebody", while unknown
 * @property {boolean} isMe
 *
 * @typedef {object} ConversationSummary
 * @property {string} conversationID
 * @property {string} [name] as somebody named it
 * @property {string} title the name, or the others' names: "Charlie, Dana"; "Only you" when alone
 * @property {Person[]} members this account included
 * @property {number} [photoVersion] present when there is a photo; changes with it
 * @property {"pending" | "active" | "left" | "refused"} state `pending`: the relay has not heard yet
 * @property {number} lastActivityAt
 * @property {ThreadItem} [last] the last line
 * @property {number} unread
 *
 * @typedef {object} Delivery
 * @property {"queued" | "sent" | "delivered" | "failed"} state `sent`: the relay has it durably;
 *   `delivered`: a device of every other member has it
 * @property {string} [reason] of a failure, a stable code
 *
 * @typedef {object} ThreadItem one line of a conversation
 * @property {number} position the order of this device; grows
 * @property {string} conversationID
 * @property {string} [messageID] absent for lines that are no messages
 * @property {string} sender account: who wrote it or caused it
 * @property {string} [senderDevice]
 * @property {number} sentAt the sender's clock; never an order
 * @property {number} receivedAt this device's clock
 * @property {ThreadContent} content
 * @property {boolean} [isFromRemovedDevice] show "sent by a device that has since been removed"
 * @property {Delivery} [delivery] for messages of this account
 *
 * @typedef {{ kind: "text", text: string, attachment?: ThreadAttachment }
 *   | { kind: "link", link: string, title: string, optionsSummary: string, audience?: string,
 *       collaborationID?: string, warning?: string }
 *   | { kind: "notice", text: string, link?: string }
 *   | { kind: "roster", change: "created" | "added" | "removed" | "left" | "renamed" | "photo"
 *       | "refused", subjects: string[], text?: string }
 *   | { kind: "security", change: "device_added" | "device_removed" | "recovered" | "alarm",
 *       accountID: string }
 *   | { kind: "unknown", typeCode: number }} ThreadContent
 *   Of a link `audience` and `collaborationID` are there where the invitation can be used,
 *   `warning` (a stable code) where it is only a plain link. `text` of a roster line: the new name,
 *   or the relay's reason.
 *
 * @typedef {object} ThreadAttachment a file sent as a copy
 * @property {string} name
 * @property {string} mediaType
 * @property {number} size bytes
 * @property {import("../message/content/text.js").AttachmentReference} [reference] how to fetch and
 *   open it; absent while this device has still to upload it
 *
 * @typedef {object} DeviceSummary
 * @property {string} deviceID
 * @property {boolean} isThisDevice
 * @property {boolean} mayChangeDeviceList
 * @property {boolean} takesPartInCollaborations
 *
 * @typedef {object} Alarm
 * @property {"fork" | "reported_fork" | "hidden_statement" | "rolled_back" | "invalid_chain"
 *   | "handle_moved"} kind
 * @property {string} accountID whose device list
 * @property {number} raisedAt
 * @property {string} [reportedBy] account
 *
 * @typedef {object} SyncReport
 * @property {number} received mailbox entries taken in
 * @property {number} sent the person's actions the relay has now
 * @property {number} queued those that wait
 * @property {import("./messenger-error.js").MessengerError} [interruption] why it stopped early
 *
 * @typedef {object} Place where a device is; a page gives nothing of it
 * @property {string} [relayOrigin] default: this page's origin
 * @property {string} [name] of the database; default "grove-device"
 * @property {any} [store] instead of a database, for programs that are no pages
 * @property {Partial<import("./local-device.js").Environment>} [environment]
 */

/**
 * @typedef {typeof import("./connected.js") & { device: import("./device.js").Device }} Connected
 * @typedef {import("./first-run.js").Home} OpenHome
 */

export class Messenger extends EventTarget {
  #local;
  /** @type {Promise<Connected> | undefined} */
  #device;
  /** @type {Tabs} */
  #tabs;
  #name;
  /** @type {Connection} */
  #connection = "connecting";
  /** @type {import("./leader.js").Leader | undefined} */
  #leader;
  /** @type {AbortController | undefined} */
  #started;
  #isPersistent = false;

  /**
   * @param {LocalDevice} local
   * @param {string} name
   * @param {boolean} isRemoved
   */
  constructor(local, name, isRemoved) {
    super();
    this.#local = local;
    this.#name = name;
    if (isRemoved) this.#connection = "signedOut";
    this.#tabs = new Tabs(name, (message) => this.#hear(message));
    local.onCommit = (changed) => {
      this.#tabs.tell({ type: "committed", names: changed });
      this.#committed(changed);
    };
    local.wake = () => {
      if (this.#leader) this.#leader.wake();
      else this.#tabs.tell({ type: "wake" });
    };
    this.internal = this.#internals();
    /** Drafts, highlights, proofs, notices: see ../sharing/sharing.js. */
    this.sharing = lazySharing(this);
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
    const record = await home.store.get("device");
    if (!record) {
      home.store.close();
      return null;
    }
    const keys = ["keys/identity", "keys/base"].map((name) => home.store.get(name));
    if ((await Promise.all(keys)).includes(undefined)) {
      throw new MessengerError("no_device", "the keys of this device are gone");
    }
    const local = localOf(home, record);
    if (record.pending) {
      const { settle } = await loaded(import("./first-run.js"));
      if (!(await settle(home, local))) return null;
    }
    return messengerOf(home, local);
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
    const { signUp } = await loaded(import("./first-run.js"));
    const home = await homeOf(place);
    const { record, recoveryCode } = await signUp(home, { handle, name: displayName });
    return { messenger: await begun(home, record), recoveryCode };
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
    const { recover } = await loaded(import("./first-run.js"));
    const home = await homeOf(place);
    return begun(home, await recover(home, { handle, code, keepingDevices }));
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
    const { beginLinking } = await loaded(import("./linking.js"));
    const home = await homeOf(place);
    const { text, done, cancel } = await beginLinking(home, confirm);
    return { text, done: done.then((record) => begun(home, record)), cancel };
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
   * The device with its keys and its relay, and what is loaded for it.
   *
   * @returns {Promise<Connected>}
   */
  async #connected() {
    this.#device ??= loaded(import("./connected.js")).then(async (parts) => ({
      ...parts, device: await parts.Device.open(this.#local),
    }));
    try {
      return await this.#device;
    } catch (error) {
      this.#device = undefined;
      throw error;
    }
  }

  /** @returns {Person} */
  get me() {
    const { accountID, handle, name } = this.#local.record;
    return { accountID, handle, name: name || handle, isMe: true };
  }
  get deviceID() {
    return this.#local.deviceID;
  }
  get relayOrigin() {
    return this.#local.record.relayOrigin;
  }
  /** @returns {Connection} */
  get connection() {
    return this.#connection;
  }
  /** Whether the browser promised to keep the storage. */
  get isPersistent() {
    return this.#isPersistent;
  }

  /** Keeps the device connected until `stop()`; every tab may start, one of them leads. */
  start() {
    if (this.#started || this.#connection === "signedOut") return;
    this.#started = new AbortController();
    this.#tabs.tell({ type: "hello" });
    persisted().then((isPersistent) => (this.#isPersistent = isPersistent));
    this.#lead(this.#started.signal);
  }

  /** Lets another tab lead. */
  async stop() {
    this.#started?.abort();
    this.#started = undefined;
    this.#leader?.stop();
  }

  /** @param {AbortSignal} signal */
  async #lead(signal) {
    while (!signal.aborted && this.#connection !== "signedOut") {
      try {
        await locked(`${this.#name}/leader`, async () => {
          if (signal.aborted) return;
          const { Leader, device } = await this.#connected();
          this.#leader = new Leader(device, (state) => this.#said(state));
          await this.#leader.run();
        });
      } catch (error) {
        if (/** @type {any} */ (error).code === "device_removed") return this.#said("signedOut");
        this.#said("offline");
        if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 5000));
      } finally {
        this.#leader = undefined;
      }
    }
  }

  /**
   * One round of receiving and sending. A relay that is away is no error.
   *
   * @returns {Promise<SyncReport>}
   * @throws {MessengerError} `device_removed`, `store_unavailable`
   */
  async sync() {
    const { sync, device } = await this.#connected();
    return sync(device);
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
    const { lookUp, device } = await this.#connected();
    return lookUp(device, handle, options?.expecting);
  }
  /**
   * @param {string} accountID
   * @returns {Promise<Person>} never fails; what is known here
   */
  async person(accountID) {
    return people.person(this.#local, accountID);
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
    return people.everybody(this.#local);
  }

  /** @returns {Promise<ConversationSummary[]>} the newest activity first */
  async conversations() {
    return conversations.summaries(this.#local);
  }
  /**
   * @param {string} id
   * @returns {Promise<ConversationSummary>}
   * @throws {MessengerError} `conversation_unknown`
   */
  async conversation(id) {
    return conversations.summary(this.#local, id);
  }
  /**
   * The last lines before a position, oldest first.
   *
   * @param {string} conversationID
   * @param {{ before?: number, limit?: number }} [page] default: the newest 50
   * @returns {Promise<ThreadItem[]>}
   */
  async thread(conversationID, page = {}) {
    return conversations.thread(this.#local, conversationID, page);
  }
  /**
   * One line again, after an event named its position.
   *
   * @param {string} conversationID
   * @param {number} position
   * @returns {Promise<ThreadItem | undefined>}
   */
  async item(conversationID, position) {
    return this.#local.store.get(names.item(conversationID, position));
  }
  /**
   * @param {string} conversationID
   * @returns {Promise<void>}
   */
  async markRead(conversationID) {
    return conversations.markRead(this.#local, conversationID);
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
    const { actions, device } = await this.#connected();
    const item = await actions.sendText(device, conversationID, text);
    this.#flush();
    return item;
  }
  /**
   * Takes a message that was not sent out of its conversation, once it was sent anew.
   *
   * @param {ThreadItem} item whose delivery failed; any other stays
   * @returns {Promise<void>}
   */
  async discardFailed(item) {
    return conversations.discardFailed(this.#local, item);
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
    const { attachments, device } = await this.#connected();
    const name = options.name ?? /** @type {File} */ (file).name ?? "file";
    const item = await attachments.sendCopy(
      device, conversationID, file, { name, text: options.text ?? "" });
    this.#flush();
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
    const { attachments, device } = await this.#connected();
    return attachments.open(device, item);
  }
  /** @returns {Promise<number>} how many actions wait for the relay */
  async queuedCount() {
    return (await this.#local.store.list("outbox/")).size;
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
    const { actions, device } = await this.#connected();
    return actions.create(device, request);
  }
  /**
   * @param {string} id
   * @param {string} name empty removes it
   * @returns {Promise<void>}
   */
  async renameConversation(id, name) {
    const { actions, device } = await this.#connected();
    return actions.change(device, id, { name });
  }
  /**
   * @param {string} id
   * @param {string[]} members handles or accounts
   * @returns {Promise<void>}
   */
  async addMembers(id, members) {
    const { actions, device } = await this.#connected();
    return actions.change(device, id, { add: await actions.resolve(device, members) });
  }
  /**
   * @param {string} id
   * @param {string[]} members handles or accounts
   * @returns {Promise<void>}
   */
  async removeMembers(id, members) {
    const { actions, device } = await this.#connected();
    return actions.change(device, id, { remove: await actions.resolve(device, members) });
  }
  /**
   * @param {string} id
   * @returns {Promise<void>}
   */
  async leave(id) {
    const { actions, device } = await this.#connected();
    return actions.change(device, id, { remove: [device.accountID] });
  }
  /**
   * @param {string} id
   * @param {Blob | null} image PNG, JPEG or WebP, at most 256 KiB
   * @returns {Promise<void>}
   * @throws {MessengerError} `limit_exceeded`
   */
  async setPhoto(id, image) {
    const { actions, device } = await this.#connected();
    return actions.setPhoto(device, id, image);
  }
  /**
   * @param {string} id
   * @returns {Promise<Blob | null>} from here where this version is known
   */
  async photo(id) {
    const { actions, device } = await this.#connected();
    return actions.photo(device, id);
  }

  /** @returns {Promise<DeviceSummary[]>} of this account */
  async devices() {
    const { summary } = await loaded(import("./own-devices.js"));
    const { devices } = (await (await this.#connected()).device.ownAccount()).chain.newest;
    return devices.map((entry) => summary(entry, this.deviceID));
  }
  /**
   * @param {string} deviceID
   * @returns {Promise<void>}
   * @throws {MessengerError} `item_unknown`, `last_device`
   */
  async removeDevice(deviceID) {
    const { removeDevice } = await loaded(import("./own-devices.js"));
    return removeDevice((await this.#connected()).device, deviceID);
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
    return linkDevice((await this.#connected()).device, text, options);
  }
  /**
   * @param {string} accountID
   * @returns {Promise<string>} sixty digits in twelve groups
   */
  async safetyNumber(accountID) {
    const { safetyNumber } = await loaded(import("../message/safety-number.js"));
    return (await safetyNumber(this.#local.accountID, accountID)).join(" ");
  }
  /** @returns {Promise<Alarm[]>} oldest first */
  async alarms() {
    const found = [...(await this.#local.store.list("alarm/")).values()];
    return found.sort((one, other) => one.raisedAt - other.raisedAt);
  }

  /** For the modules beside this one: see README.md. */
  #internals() {
    const local = this.#local;
    const connected = () => this.#connected();
    /** @typedef {import("./staged-records.js").StagedRecords} StagedRecords */
    return {
      accountID: local.accountID, deviceID: local.deviceID, read: local.store, now: local.now,
      hooks: local.hooks,
      random: randomBytes, change: local.change.bind(local), wake: () => local.wake(),
      connected,
      baseKey: async () => {
        const { loadBaseKey } = await loaded(import("../store/stored-base-key.js"));
        return loadBaseKey(local.store);
      },
      use: (/** @type {import("./local-device.js").SharingHooks} */ hooks) =>
        void Object.assign(local.hooks, hooks),
      chain: async (/** @type {string} */ account, /** @type {{ refresh?: boolean }} */ options) =>
        (await (await connected()).device.known(account, options?.refresh)).chain,
      sendContent: async (/** @type {any} */ message) => {
        const { sendNow, device } = await connected();
        const outgoing = outgoingOf(message);
        await sendNow(device, outgoing, message.sentAt);
        return outgoing.messageID;
      },
      sealContent: async (/** @type {any} */ message) => {
        const { sealContents, device } = await connected();
        return sealContents(device, outgoingOf(message));
      },
      uploadEnvelopes: async (/** @type {Uint8Array[]} */ envelopes) =>
        (await connected()).device.ask((relay) => relay.upload(envelopes)),
      queueContent: async (
        /** @type {StagedRecords} */ records, /** @type {any} */ message,
        /** @type {ThreadContent} */ shown,
      ) => (await connected()).enqueueMessage(records, outgoingOf(message), shown, local.me),
      seal: (/** @type {Uint8Array} */ bytes) => seal(local.store, bytes),
      open: (/** @type {Uint8Array} */ bytes) => openSealed(local.store, bytes),
    };
  }

  #flush() {
    // The leader sends; where there is none, this tab does. Both are right: the outbox is stored.
    if (this.#started) this.#local.wake();
    else this.#connected().then(({ flush, device }) => flush(device)).catch(() => undefined);
  }

  /** @param {Connection} state */
  #said(state) {
    this.#tabs.tell({ type: "connection", state });
    this.#setConnection(state);
  }

  /** @param {Connection} state */
  #setConnection(state) {
    if (this.#connection === state || this.#connection === "signedOut") return;
    this.#connection = state;
    this.#tell("connection", { state });
  }

  /** @param {string[]} changed */
  #committed(changed) {
    for (const [type, detail] of eventsFollowing(changed)) this.#tell(type, detail);
    if (changed.includes("counter/deviceRemoved")) this.#setConnection("signedOut");
  }

  /** @param {string} type @param {object} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /**
   * @param {import("./tabs.js").TabMessage} message from another tab
   * @returns {unknown}
   */
  #hear(message) {
    switch (message.type) {
      case "committed": return this.#committed(message.names);
      case "connection": return this.#setConnection(message.state);
      case "hello":
        return this.#leader && this.#tabs.tell({ type: "connection", state: this.#connection });
      case "wake": return this.#leader?.wake();
      case "gone": return this.#gone();
    }
  }

  /** The storage of this origin was cleared, by the person or by another tab. */
  #gone() {
    this.stop();
    this.#setConnection("signedOut");
    this.#tell("gone", {});
  }

  /** Called by the store when the browser takes it away. */
  static lost = (/** @type {Messenger} */ messenger) => messenger.#gone();
}

/**
 * @param {Place} place
 * @returns {Promise<OpenHome & { onLost: (() => void)[] }>}
 */
async function homeOf({ relayOrigin, name = "grove-device", store, environment }) {
  /** @type {(() => void)[]} */
  const onLost = [];
  try {
    store ??= await IndexedDBRecordStore.open(name, () => onLost.forEach((lost) => lost()));
  } catch {
    throw new MessengerError("store_unavailable", "this browser keeps nothing for this page");
  }
  return {
    store, name, onLost,
    relayOrigin: relayOrigin ?? globalThis.location.origin,
    environment: { now: () => Date.now(), ...environment },
  };
}

/**
 * @param {OpenHome} home
 * @param {import("./local-device.js").DeviceRecord} record
 */
const localOf = ({ store, name, environment }, record) =>
  new LocalDevice(store, name, record, environment);

/**
 * @param {OpenHome & { onLost: (() => void)[] }} home
 * @param {LocalDevice} local
 */
async function messengerOf(home, local) {
  const isRemoved = Boolean(await home.store.get("counter/deviceRemoved"));
  const messenger = new Messenger(local, home.name, isRemoved);
  home.onLost.push(() => Messenger.lost(messenger));
  return messenger;
}

/**
 * @param {OpenHome & { onLost: (() => void)[] }} home
 * @param {import("./local-device.js").DeviceRecord} record
 */
async function begun(home, record) {
  const { prepare } = await loaded(import("./sync.js"));
  const messenger = await messengerOf(home, localOf(home, { ...record, pending: undefined }));
  // Others can write to it at once; where the relay is away now, `start` does it.
  await messenger.internal.connected().then(({ device }) => prepare(device)).catch(() => undefined);
  return messenger;
}

/** Asks the browser to keep what is stored. */
const persisted = async () =>
  Boolean(await globalThis.navigator?.storage?.persist?.().catch(() => false));

/**
 * @param {any} message
 * @returns {import("./outbox-rules.js").OutgoingMessage}
 */
const outgoingOf = ({ type, conversationID, content, contents, accounts, messageID }) => ({
  messageID: messageID ?? freshID(), conversationID, contentType: type, content, contents,
  accounts,
});
