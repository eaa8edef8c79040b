import * as conversations from "./conversations.js";
import { DeviceTab } from "./device-tab.js";
import { loaded } from "./loading.js";
import { homeOf, localOf } from "./opening.js";
import { person } from "./people.js";
import { Tabs } from "./tabs.js";
import { sharingOf } from "../sharing/sharing.js";

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
 * @typedef {typeof import("./seldom.js")} Seldom
 * @typedef {typeof import("./making.js")} Making
 */

/**
 * A function without the first thing it is given.
 *
 * @template {(first: any, ...given: any[]) => any} Work
 * @typedef {Parameters<Work> extends [any, ...infer Given]
 *   ? (...given: Given) => ReturnType<Work> : never} Later
 */

export class Messenger extends DeviceTab {
  /** Drafts, highlights, proofs, notices: see ../sharing/sharing.js. */
  sharing = sharingOf(this);

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
    return Messenger.of(home, local);
  }

  /** Makes an account with this browser as its first device: see making.js, like the next two. */
  static signUp = begun("signUp");
  /** Makes this browser a device of an account whose devices are lost. */
  static recover = begun("recover");
  /** Begins to make this browser a device of an account that exists. */
  static beginLinking = begun("beginLinking");

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
   * For making.js: the device that was opened just now.
   *
   * @param {import("./opening.js").OpenHome} home
   * @param {import("./local-device.js").LocalDevice} local
   */
  static async of(home, local) {
    const isRemoved = Boolean(await home.store.get("counter/deviceRemoved"));
    const messenger = new Messenger(local, home.name, isRemoved);
    home.onLost.push(() => messenger.gone());
    return messenger;
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
   * @param {string} accountID
   * @returns {Promise<Person>} never fails; what is known here
   */
  async person(accountID) {
    return person(this.local, accountID);
  }
  /**
   * @param {string} accountID
   * @returns {Promise<string>}
   */
  async accountName(accountID) {
    return (await this.person(accountID)).name;
  }

  /** @returns {Promise<ConversationSummary[]>} the newest activity first */
  async conversations() {
    return conversations.summaries(this.local);
  }
  /**
   * @returns {Promise<ConversationSummary[]>} message requests: nothing said in them is shown,
   *   counted or answered before they are accepted
   */
  async requests() {
    return conversations.requests(this.local);
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
  /** @returns {Promise<number>} how many actions wait for the relay */
  async queuedCount() {
    return (await this.local.store.list("outbox/")).size;
  }

  /** @returns {Promise<DeviceSummary[]>} of this account */
  async devices() {
    const { summary } = await loaded(import("./device-summary.js"));
    const { device } = await this.connected();
    const { devices } = (await device.ownAccount()).chain.newest;
    return devices.map((entry) => summary(entry, this.deviceID));
  }
  /** @returns {Promise<number>} messages that waited at the relay for longer than it keeps them */
  async missedCount() {
    return (await this.local.store.get("counter/missedEntries")) ?? 0;
  }

  // What is done now and then: see seldom.js.
  sync = this.seldom("sync");
  lookUp = this.seldom("lookUp");
  people = this.seldom("people");
  discardFailed = this.seldom("discardFailed");
  sendCopy = this.seldom("sendCopy");
  attachment = this.seldom("attachment");
  createConversation = this.seldom("createConversation");
  renameConversation = this.seldom("renameConversation");
  addMembers = this.seldom("addMembers");
  removeMembers = this.seldom("removeMembers");
  leave = this.seldom("leave");
  acceptRequest = this.seldom("acceptRequest");
  block = this.seldom("block");
  unblock = this.seldom("unblock");
  blocked = this.seldom("blocked");
  setRequestPolicy = this.seldom("setRequestPolicy");
  missedSeen = this.seldom("missedSeen");
  seenDevices = this.seldom("seenDevices");
  setPhoto = this.seldom("setPhoto");
  photo = this.seldom("photo");
  removeDevice = this.seldom("removeDevice");
  linkDevice = this.seldom("linkDevice");
  safetyNumber = this.seldom("safetyNumber");
  alarms = this.seldom("alarms");

  /**
   * @template {keyof Seldom} Name
   * @param {Name} name
   */
  seldom(name) {
    const work = async (/** @type {any[]} */ ...given) =>
      /** @type {any} */ (await loaded(import("./seldom.js")))[name](this, ...given);
    return /** @type {Later<Seldom[Name]>} */ (work);
  }
}

/**
 * @template {keyof Making} Name
 * @param {Name} name
 */
function begun(name) {
  const work = async (/** @type {any} */ request) =>
    (await loaded(import("./making.js")))[name](Messenger, request);
  return /** @type {Later<Making[Name]>} */ (work);
}
