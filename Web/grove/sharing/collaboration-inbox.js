import { contentTypes, loadForm } from "../message/content/message-content.js";
import { names } from "./sharing-names.js";

/**
 * What is known of an invitation before it is judged.
 *
 * @typedef {object} InvitationKind
 * @property {boolean} [mayAlarm] it was made for a device list that is not known here
 * @property {boolean} [isOwn] it is this account's own
 * @property {boolean} [isFirst] its inviter has told nothing of the collaboration before
 */

/**
 * What takes contents of a type, and what it needs besides. What waits for something is only loaded
 * where something may be missing.
 *
 * @type {Record<number, (kind: InvitationKind) => (Promise<object> | false)[]>}
 */
const modules = {
  [contentTypes.invitation]: ({ mayAlarm = true, isOwn = true, isFirst = false }) => [
    import("./invitation-inbox.js"), import("../store/stored-base-key.js"),
    !isFirst && import("./known-membership.js"),
    mayAlarm && import("../device/alarms.js"), mayAlarm && import("./pending-contents.js"),
    isOwn && import("./taken-over.js"),
  ],
  [contentTypes.membershipUpdate]: () => [import("./membership-inbox.js")],
  [contentTypes.notice]: () => [import("./notice-inbox.js"), import("./pending-contents.js")],
};

/**
 * What was loaded, by names: `invitation`, `membershipUpdate`, `notice` take a content.
 *
 * @type {any}
 */
const loaded = {};

/**
 * The one entrance for verified contents of the types invitation, membership update and notice
 * (protocol 10.6 (7)), in the change that takes the message from the mailbox. What is kept of an
 * invitation has no seed in it.
 */
export class CollaborationInbox {
  #internal;

  /** @param {any} internal of the messenger */
  constructor(internal) {
    this.#internal = internal;
  }

  /**
   * Before the change that receives or judges a content: in it nothing can be loaded.
   *
   * @param {number} contentType
   * @param {import("../message/opened-envelope.js").VerifiedMessage} [message] unless it is known,
   *   everything is loaded
   * @param {boolean} [mayAlarm] it may have been made for a device list that is not known here
   */
  async prepare(contentType, message, mayAlarm = true) {
    await loadForm(contentType);
    const kind = message && contentType === contentTypes.invitation
      ? await this.#kindOf(message, mayAlarm) : {};
    for (const part of modules[contentType]?.(kind) ?? []) Object.assign(loaded, await part);
  }

  /**
   * @param {import("../message/opened-envelope.js").VerifiedMessage} message
   * @param {boolean} mayAlarm
   * @returns {Promise<InvitationKind>}
   */
  async #kindOf(message, mayAlarm) {
    const { accountID, read } = this.#internal;
    const isOwn = message.sender === accountID;
    try {
      const name = names.membership(/** @type {any} */ (message.content()), message.sender);
      return { mayAlarm, isOwn, isFirst: !(await read.get(name)) };
    } catch {
      return {};
    }
  }

  /**
   * The messenger's hook.
   *
   * @param {import("../message/content/message-content.js").MessageContent} content
   * @param {any} context see ../device/README.md
   * @param {import("./sharing-names.js").StagedRecords} records
   * @returns {Promise<{ dropped?: string }>}
   */
  async receive(content, { message, conversationID, myChain, isRefreshed, now }, records) {
    return this.judge(records, content, {
      messageID: message.messageID, sender: message.sender, senderDevice: message.senderDevice,
      conversationID, isFromRemovedDevice: message.isFromRemovedDevice,
      sentAt: Number(message.body.sentAt), receivedAt: now,
    }, { myChain, isRefreshed });
  }

  /**
   * @param {import("./sharing-names.js").StagedRecords} records
   * @param {import("../message/content/message-content.js").MessageContent} content
   * @param {ContentArrival} arrival
   * @param {Fetched} fetched
   * @returns {Promise<{ dropped?: string }>}
   */
  async judge(records, content, arrival, fetched) {
    const take = loaded[`${content.type}Came`];
    if (!take) return { dropped: "not_for_sharing" };
    /** @type {Judgement} */
    const { dropped, need } = await take(records, content, arrival,
      { ...fetched, myAccount: this.#internal.accountID, internal: this.#internal, loaded });
    if (need) await loaded.putOff(records, content, arrival, need, this.#internal);
    return dropped ? { dropped } : {};
  }
}

/**
 * @typedef {object} ContentArrival where a verified message came from
 * @property {string} messageID
 * @property {string} sender
 * @property {string} senderDevice
 * @property {string} conversationID
 * @property {boolean} isFromRemovedDevice
 * @property {number} sentAt
 * @property {number} receivedAt
 *
 * @typedef {object} Fetched what is known when a content is judged
 * @property {import("../message/statement-chain.js").StatementChain} myChain
 * @property {boolean} isRefreshed the own chain was fetched since it arrived
 * @property {boolean} [isLate] it has waited long enough
 *
 * @typedef {Fetched & { myAccount: string, internal: any, loaded: any }} Situation
 *
 * @typedef {object} Judgement what becomes of a content
 * @property {string} [dropped] why nothing does
 * @property {import("./pending-contents.js").PendingContent["need"]} [need] what it waits for
 */
