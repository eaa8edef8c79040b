import { addItem } from "../device/thread.js";
import {
  contentTypes, decodeContent, encodeContent, loadForm,
} from "../message/content/message-content.js";
import { names } from "./sharing-names.js";

/**
 * What becomes of each content, once it was loaded.
 *
 * @type {typeof import("./invitation-inbox.js") & typeof import("./membership-inbox.js")
 *   & typeof import("./notice-inbox.js") & typeof import("./taken-over.js")
 *   & typeof import("../device/alarms.js")
 *   & Pick<typeof import("../store/usable-identities.js"), "UsableIdentities">}
 */
const judges = /** @type {any} */ ({});

/** @type {Record<number, (kind: InvitationKind) => (Promise<object> | false)[]>} */
const modules = {
  [contentTypes.invitation]: ({ mayAlarm = true, isOwn = true }) => [
    import("./invitation-inbox.js"), import("../store/usable-identities.js"),
    import("../store/stored-base-key.js"), mayAlarm && import("../device/alarms.js"),
    isOwn && import("./taken-over.js"),
  ],
  [contentTypes.membershipUpdate]: () => [import("./membership-inbox.js")],
  [contentTypes.notice]: () => [import("./notice-inbox.js")],
};

/** @typedef {import("../device/local-device.js").InvitationKind} InvitationKind */

/**
 * A content that cannot be judged yet. It is sealed: an invitation has a seed in it.
 *
 * @typedef {object} PendingContent
 * @property {import("./invitation-inbox.js").ContentArrival} arrival
 * @property {number} contentType
 * @property {"own_chain" | "published_keys"} need this account's own device list (protocol 6.3
 *   (d)), or the keys of an audience (12.4)
 * @property {string} audience the content's
 * @property {unknown} sealed
 */

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
   * Before the change that receives or settles a content: in it nothing can be loaded.
   *
   * @param {number} contentType
   * @param {InvitationKind} [kind] unless it is known, everything is loaded
   */
  async prepare(contentType, kind = {}) {
    await loadForm(contentType);
    for (const part of modules[contentType]?.(kind) ?? []) Object.assign(judges, await part);
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
    return this.#judge(records, content, {
      messageID: message.messageID, sender: message.sender, senderDevice: message.senderDevice,
      conversationID, isFromRemovedDevice: message.isFromRemovedDevice,
      sentAt: Number(message.body.sentAt), receivedAt: now,
    }, { myChain, isRefreshed });
  }

  /**
   * A content that waited, with what was fetched for it.
   *
   * @param {import("./sharing-names.js").StagedRecords} records
   * @param {string} name of the record
   * @param {{ myChain: import("../message/statement-chain.js").StatementChain,
   *   isRefreshed: boolean, isLate: boolean }} fetched
   */
  async settle(records, name, fetched) {
    /** @type {PendingContent | undefined} */
    const pending = await records.get(name);
    if (!pending) return;
    records.put(name, undefined);
    const bytes = await this.#internal.open(pending.sealed);
    const content = decodeContent(pending.contentType, bytes);
    // Still waiting for something, it is written anew.
    if (content) await this.#judge(records, content, pending.arrival, fetched);
  }

  /**
   * @param {import("./sharing-names.js").StagedRecords} records
   * @param {import("../message/content/message-content.js").MessageContent} content
   * @param {import("./invitation-inbox.js").ContentArrival} arrival
   * @param {{ myChain: import("../message/statement-chain.js").StatementChain,
   *   isRefreshed: boolean, isLate?: boolean }} fetched
   * @returns {Promise<{ dropped?: string }>}
   */
  async #judge(records, content, arrival, fetched) {
    const { accountID: myAccount } = this.#internal;
    switch (content.type) {
      case "invitation": {
        const identities = new judges.UsableIdentities(records);
        const baseKey = await this.#internal.baseKey();
        const situation = { ...fetched, baseKey, identities };
        const answer = await judges.receiveInvitation(records, content, arrival, situation);
        if (answer.outcome === "refresh_needed") {
          return this.#wait(records, content, arrival, "own_chain");
        }
        if (answer.outcome === "usable" && arrival.sender === myAccount) {
          await judges.takeOver(records, content, arrival.conversationID);
        }
        await this.#show(records, answer, arrival);
        return {};
      }
      case "membershipUpdate": {
        const answer = await judges.receiveMembership(records, content, arrival, myAccount);
        return answer.ok ? {} : { dropped: answer.refusal };
      }
      case "notice": {
        const answer = await judges.receiveNotice(records, content, arrival, fetched);
        if (answer.outcome === "keys_needed") {
          return this.#wait(records, content, arrival, "published_keys");
        }
        return answer.outcome === "dropped" ? { dropped: answer.reason } : {};
      }
      default: return { dropped: "not_for_sharing" };
    }
  }

  /**
   * The line in the conversation, and the alarm.
   *
   * @param {import("./sharing-names.js").StagedRecords} records
   * @param {any} answer
   * @param {import("./invitation-inbox.js").ContentArrival} arrival
   */
  async #show(records, { outcome, invitation, link, alarm }, arrival) {
    const { accountID: me } = this.#internal;
    const { messageID, conversationID, sender, senderDevice, sentAt, receivedAt } = arrival;
    const content = outcome === "usable"
      ? {
        kind: /** @type {const} */ ("link"), link: invitation.link, title: invitation.title,
        optionsSummary: invitation.optionsSummary, ...invitation.collaboration,
      }
      : {
        kind: /** @type {const} */ ("link"), link: link.link, title: link.title,
        optionsSummary: "", warning: link.reason,
      };
    await addItem(records, {
      conversationID, messageID, sender, senderDevice, sentAt, receivedAt, content,
      ...(arrival.isFromRemovedDevice && { isFromRemovedDevice: true }),
      ...(sender === me && { delivery: { state: /** @type {const} */ ("sent") } }),
    }, me);
    if (alarm) await judges.raise(records, judges.alarmOf(alarm, sender), receivedAt);
  }

  /**
   * @param {import("./sharing-names.js").StagedRecords} records
   * @param {import("../message/content/message-content.js").MessageContent & { audience: string }}
   *   message
   * @param {import("./invitation-inbox.js").ContentArrival} arrival
   * @param {PendingContent["need"]} need
   */
  async #wait(records, message, arrival, need) {
    const { contentType, content } = encodeContent(message);
    const sealed = await this.#internal.seal(content);
    content.fill(0);
    const name = names.pending(arrival.senderDevice, arrival.messageID);
    records.put(name, { arrival, contentType, need, audience: message.audience, sealed });
    this.#internal.wake();
    return {};
  }
}
