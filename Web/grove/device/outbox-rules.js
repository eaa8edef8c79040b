import { MessengerError } from "./messenger-error.js";
import { names, nextNumber } from "./names.js";
import { addItem, changeItem, itemOf } from "./thread.js";

/**
 * @typedef {import("./staged-records.js").StagedRecords} StagedRecords
 * @typedef {import("./messenger-types.js").ThreadContent} ThreadContent
 *
 * @typedef {object} OutgoingMessage one logical message: one identifier, one envelope per device
 * @property {string} messageID
 * @property {string} conversationID
 * @property {number} contentType
 * @property {Uint8Array} [content] the same for everybody
 * @property {Map<string, Uint8Array>} [contents] each account its own, as invitations need it; an
 *   account without an entry gets no envelope
 * @property {string[]} [accounts] exactly these: a mention goes to one person and nobody else
 *   (protocol 12.5); otherwise everybody in the conversation, own other devices included
 * @property {object} [attachment] a sealed file that waits for its upload; see attachments.js
 *
 * @typedef {{ kind: "create", conversationID: string, members: string[], name?: string }
 *   | { kind: "change", conversationID: string, name?: string, add?: string[], remove?: string[] }
 *   | { kind: "photo", conversationID: string, image: Uint8Array }
 *   | { kind: "message", conversationID: string, message: OutgoingMessage }} OutboxOperation
 *
 * @typedef {{ operation: OutboxOperation, createdAt: number }} OutboxEntry
 *
 * @typedef {{ accountID: string, deviceID: string, now: number }} Me
 *
 * @typedef {object} Rules of a message that has not reached everybody: see undelivered.js
 * @property {import("./messenger-types.js").Delivery} delivery
 * @property {(records: StagedRecords, message: OutgoingMessage, me: Me) => Promise<void>} remember
 */

/**
 * Something the relay has still to hear, after everything that waits already.
 *
 * @param {StagedRecords} records
 * @param {OutboxOperation} operation
 * @param {number} now
 * @returns {Promise<string>} the name of the entry
 * @throws {MessengerError} `conversation_unknown`, `not_a_member`, `request_pending`
 */
export async function enqueue(records, operation, now) {
  const conversation = await records.get(names.conversation(operation.conversationID));
  if (!conversation) throw new MessengerError("conversation_unknown");
  if (conversation.state !== "active" && conversation.state !== "pending") {
    throw new MessengerError("not_a_member");
  }
  // Nothing is said before it is accepted; leaving it is declining.
  if (conversation.requestedBy && operation.kind === "message") {
    throw new MessengerError("request_pending");
  }
  const name = names.outbox(await nextNumber(records, "outbox"));
  records.put(name, { operation, createdAt: now });
  return name;
}

/**
 * A person's message: shown as queued from the moment it is stored.
 *
 * @param {StagedRecords} records
 * @param {OutgoingMessage} message
 * @param {ThreadContent | undefined} content what to show for it
 * @param {Me} me
 */
export async function enqueueMessage(records, message, content, me) {
  const { conversationID, messageID } = message;
  await enqueue(records, { kind: "message", conversationID, message }, me.now);
  if (!content) return undefined;
  return addItem(records, {
    conversationID, messageID, sender: me.accountID, senderDevice: me.deviceID, sentAt: me.now,
    receivedAt: me.now, content, delivery: { state: "queued" },
  }, me.accountID);
}

/**
 * The relay has carried the operation out.
 *
 * @param {StagedRecords} records
 * @param {string} name
 * @param {Me} me
 * @param {Rules} [rules] loaded where a message has not reached everybody
 */
export async function done(records, name, me, rules) {
  /** @type {OutboxEntry | undefined} */
  const entry = await records.get(name);
  if (!entry) return;
  forget(records, name, entry);
  if (rules && entry.operation.kind === "message") {
    const { message } = entry.operation;
    await deliver(records, entry, rules.delivery, me);
    return rules.remember(records, message, me);
  }
  await deliver(records, entry, { state: "sent" }, me);
}

/** @param {StagedRecords} records @param {string} name @param {OutboxEntry} entry */
export function forget(records, name, { operation }) {
  records.put(name, undefined);
  if (operation.kind !== "message") return;
  records.put(names.attachment(operation.message.messageID), undefined);
}

/**
 * @param {StagedRecords} records
 * @param {OutboxEntry} entry
 * @param {import("./messenger-types.js").Delivery} delivery
 * @param {Me} me
 */
export async function deliver(records, { operation }, delivery, { deviceID }) {
  if (operation.kind !== "message") return;
  const item = await itemOf(records, operation.message.messageID, deviceID);
  // A receipt may have overtaken the relay's answer to the upload.
  if (item?.delivery?.state === "queued") changeItem(records, item, { delivery });
}
