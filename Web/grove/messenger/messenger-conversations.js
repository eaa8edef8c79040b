import { lookUp } from "../device/account-look-up.js";
import * as actions from "../device/conversation-actions.js";
import * as conversations from "../device/conversations.js";
import { DeviceTab } from "../device/device-tab.js";
import * as requests from "../device/message-requests.js";
import { open, sendCopy, sendText } from "../device/texts.js";
import { chooseAttention } from "../rules/attention/attention-rules.js";
import { takeNews } from "../rules/attention/raising-rules.js";
import { names } from "../rules/model/record-names.js";

/**
 * @typedef {import("../rules/model/messenger-types.js").Person} Person
 * @typedef {import("../rules/model/messenger-types.js").ConversationSummary} ConversationSummary
 * @typedef {import("../rules/model/messenger-types.js").ThreadItem} ThreadItem
 */

/** The part of a messenger that is about people, conversations and what is said in them. */
export class MessengerConversations extends DeviceTab {
  /**
   * @param {string} accountID
   * @returns {Promise<Person>} never fails; what is known here
   */
  async person(accountID) {
    return conversations.person(this.local, accountID);
  }

  /**
   * @param {string} accountID
   * @returns {Promise<string>}
   */
  async accountName(accountID) {
    return (await this.person(accountID)).name;
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
    return lookUp(await this.connected(), handle, options?.expecting);
  }

  /**
   * Everybody this device knows, without this account, by name.
   *
   * @returns {Promise<Person[]>}
   */
  async people() {
    const accounts = await this.local.store.list(names.account());
    const found = [...accounts.values()].map(({ accountID }) => this.person(accountID));
    return (await Promise.all(found)).filter(({ isMe }) => !isMe)
      .sort((one, other) => one.name.localeCompare(other.name));
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

  /** @param {string} conversationID @returns {Promise<void>} */
  async markRead(conversationID) {
    if (await conversations.markRead(this.local, conversationID)) this.local.wake();
  }

  /**
   * What of a conversation this person wants to be told, on all their devices.
   *
   * @param {string} conversationID
   * @param {import("../rules/attention/attention-rules.js").Attention} attention
   */
  async setAttention(conversationID, attention) {
    const now = BigInt(this.local.now());
    await this.local.change((records) => chooseAttention(records, conversationID, attention, now));
    this.local.wake();
  }

  /**
   * What came into a conversation since somebody looked: told once, to whichever tab is the first to ask.
   *
   * @param {string} conversationID
   * @returns {Promise<import("../rules/attention/raising-rules.js").News | undefined>}
   */
  async takeNews(conversationID) {
    return this.local.change((records) => takeNews(records, conversationID));
  }

  /** @returns {Promise<import("../rules/attention/raising-rules.js").Raising>} how this browser calls attention */
  async raising() {
    return (await this.local.store.get(names.raising())) ?? {};
  }

  /** @param {import("../rules/attention/raising-rules.js").Raising} changes */
  async setRaising(changes) {
    await this.local.change((records) =>
      records.put(names.raising(), { ...records.get(names.raising()), ...changes }));
  }

  /**
   * Answers as soon as the text is stored; its delivery changes by events.
   *
   * @param {string} conversationID
   * @param {string} text
   * @param {string} [messageID] 16 bytes as base64url, chosen beforehand: asking twice sends once
   * @returns {Promise<ThreadItem>}
   * @throws {MessengerError} `conversation_unknown`, `not_a_member`, `limit_exceeded`
   */
  async sendText(conversationID, text, messageID) {
    const item = await sendText(await this.connected(), conversationID, text, messageID);
    this.flush();
    return item;
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
    const name = options.name ?? (file instanceof File ? file.name : "file");
    const text = options.text ?? "";
    const item = await sendCopy(await this.connected(), conversationID, file, { name, text });
    this.flush();
    return item;
  }

  /**
   * The same, tried at once: whoever has to keep it where the relay refuses hears of that.
   *
   * @param {string} conversationID
   * @param {Blob} file
   * @param {{ name: string, text: string }} options
   * @returns {Promise<ThreadItem>} as it is after the first attempt; queued where the relay is away
   */
  async sendCopyNow(conversationID, file, options) {
    const device = await this.connected();
    const { position, ...item } = await sendCopy(device, conversationID, file, options);
    await actions.flushed(device);
    return (await device.store.get(names.item(conversationID, position))) ?? { ...item, position };
  }

  /**
   * The opened file of an item.
   *
   * @param {ThreadItem} item
   * @returns {Promise<Blob>}
   * @throws {MessengerError} `item_unknown`, `attachment_invalid`, `relay_unreachable`
   */
  async attachment(item) {
    return open(await this.connected(), item);
  }

  /**
   * Takes a message that was not sent out of its conversation, once it was sent anew.
   *
   * @param {ThreadItem} item whose delivery failed; any other stays
   * @returns {Promise<void>}
   */
  async discardFailed(item) {
    return conversations.discardFailed(this.local, item);
  }

  /** @returns {Promise<number>} how many actions wait for the relay */
  async queuedCount() {
    return (await this.local.store.list(names.outbox())).size;
  }

  /** @returns {Promise<number>} messages that waited at the relay for longer than it keeps them */
  async missedCount() {
    return (await this.local.store.get(names.counter("missedEntries"))) ?? 0;
  }

  /** The person has read how much was missed. */
  async missedSeen() {
    await this.local.change((records) => records.put(names.counter("missedEntries"), undefined));
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
    return actions.create(await this.connected(), request);
  }

  /** @param {string} id @param {string} name empty removes it */
  async renameConversation(id, name) {
    return actions.change(await this.connected(), id, { name });
  }

  /** @param {string} id @param {string[]} add handles or accounts */
  async addMembers(id, add) {
    return actions.change(await this.connected(), id, { add });
  }

  /** @param {string} id @param {string[]} remove handles or accounts */
  async removeMembers(id, remove) {
    return actions.change(await this.connected(), id, { remove });
  }

  /** @param {string} id */
  async leave(id) {
    return this.removeMembers(id, [this.local.accountID]);
  }

  /**
   * @param {string} id
   * @param {Blob | null} image PNG, JPEG or WebP, at most 256 KiB
   * @throws {MessengerError} `limit_exceeded`
   */
  async setPhoto(id, image) {
    return actions.setPhoto(await this.connected(), id, image);
  }

  /** @param {string} id @returns {Promise<Blob | null>} from here where this version is known */
  async photo(id) {
    return actions.photo(await this.connected(), id);
  }

  /**
   * Takes part in a conversation somebody unknown has put this account into. To decline is to leave.
   *
   * @param {string} id
   * @throws {MessengerError} `relay_unreachable`: this needs a connection, as what follows does
   */
  async acceptRequest(id) {
    await requests.accept(await this.connected(), id);
    this.flush();
  }

  /**
   * Whoever is blocked can neither add this account nor reach it; their requests are declined.
   *
   * @param {string} accountID
   */
  async block(accountID) {
    await requests.admit(await this.connected(), { block: [accountID] });
  }

  /** @param {string} accountID */
  async unblock(accountID) {
    await requests.admit(await this.connected(), { unblock: [accountID] });
  }

  /** @returns {Promise<string[]>} accounts */
  async blocked() {
    return (await requests.admission(await this.connected())).blocked;
  }

  /** @param {"ask" | "anybody"} policy `anybody`: nobody asks first; for programs */
  async setRequestPolicy(policy) {
    await requests.admit(await this.connected(), { policy });
  }
}
