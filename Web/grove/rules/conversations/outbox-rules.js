import { MessengerError } from "../model/messenger-error.js";
import { names, nextNumber } from "../model/record-names.js";
import { addItem, changeItem, itemOf } from "../model/thread.js";
import { deliveryOf, rememberUnreached } from "./undelivery-rules.js";

/**
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../model/messenger-types.js").ThreadContent} ThreadContent
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
 * @property {WaitingAttachment} [attachment] a sealed file that waits for its upload
 *
 * @typedef {object} WaitingAttachment what the message will say once the file's place is known
 * @property {Uint8Array} key
 * @property {Uint8Array} digest
 * @property {string} name
 * @property {string} mediaType
 * @property {bigint} size
 * @property {string} text
 *
 * @typedef {{ kind: "create", conversationID: string, members: string[], name?: string }
 *   | { kind: "change", conversationID: string, name?: string, add?: string[], remove?: string[] }
 *   | { kind: "photo", conversationID: string, image: Uint8Array }
 *   | { kind: "message", conversationID: string, message: OutgoingMessage }} OutboxOperation
 *
 * @typedef {{ operation: OutboxOperation, createdAt: number }} OutboxEntry
 *
 * @typedef {import("../model/stored-device.js").Me} Me
 * @typedef {import("../model/record-names.js").Name<OutboxEntry>} EntryName
 */

/**
 * Something the relay has still to hear, after everything that waits already.
 *
 * @param {Records} records
 * @param {OutboxOperation} operation
 * @param {number} now
 * @returns {EntryName}
 * @throws {MessengerError} `conversation_unknown`, `not_a_member`, `request_pending`
 */
export function enqueue(records, operation, now) {
  const conversation = records.get(names.conversation(operation.conversationID));
  if (!conversation) throw new MessengerError("conversation_unknown");
  if (conversation.state !== "active" && conversation.state !== "pending") {
    throw new MessengerError("not_a_member");
  }
  // Nothing is said before it is accepted; leaving it is declining.
  if (conversation.requestedBy && operation.kind === "message") {
    throw new MessengerError("request_pending");
  }
  const name = names.outbox(nextNumber(records, "outbox"));
  records.put(name, { operation, createdAt: now });
  return name;
}

/**
 * A new conversation: usable at once, before the relay has heard of it.
 *
 * @param {Records} records
 * @param {{ conversationID: string, members: string[], name?: string }} conversation
 * @param {number} now
 */
export function create(records, conversation, now) {
  const { conversationID } = conversation;
  records.put(names.conversation(conversationID), {
    ...conversation, version: 0, state: "pending", lastActivityAt: now, unread: 0,
  });
  return enqueue(records, { kind: "create", ...conversation }, now);
}

/**
 * A message nobody is shown here.
 *
 * @param {Records} records
 * @param {OutgoingMessage} message
 * @param {Me} me
 */
export function enqueueMessage(records, message, me) {
  const { conversationID } = message;
  return enqueue(records, { kind: "message", conversationID, message }, me.now);
}

/**
 * A person's message: shown as queued from the moment it is stored.
 *
 * @param {Records} records
 * @param {OutgoingMessage} message
 * @param {ThreadContent} content what to show for it
 * @param {Me} me
 */
export function enqueueShown(records, message, content, me) {
  const { conversationID, messageID } = message;
  enqueueMessage(records, message, me);
  return addItem(records, {
    conversationID, messageID, sender: me.accountID, senderDevice: me.deviceID, sentAt: me.now,
    receivedAt: me.now, content, delivery: { state: "queued" },
  }, me.accountID);
}

/**
 * The relay has carried the operation out.
 *
 * @param {Records} records
 * @param {EntryName} name
 * @param {Me} me
 * @param {import("./undelivery-rules.js").SendReport} [report] of a message
 */
export function done(records, name, me, report) {
  const entry = records.get(name);
  if (!entry) return;
  forget(records, name, entry);
  const { operation } = entry;
  const isPartial = report !== undefined && report.unreached.length > 0;
  if (!isPartial || operation.kind !== "message") return deliver(records, entry, { state: "sent" }, me);
  deliver(records, entry, deliveryOf(report), me);
  rememberUnreached(records, operation.message, report, me);
}

/** @param {Records} records @param {EntryName} name @param {OutboxEntry} entry */
function forget(records, name, { operation }) {
  records.put(name, undefined);
  if (operation.kind !== "message") return;
  records.put(names.attachment(operation.message.messageID), undefined);
}

/**
 * @param {Records} records
 * @param {OutboxEntry} entry
 * @param {import("../model/messenger-types.js").Delivery} delivery
 * @param {Me} me
 */
function deliver(records, { operation }, delivery, { deviceID }) {
  if (operation.kind !== "message") return;
  const item = itemOf(records, operation.message.messageID, deviceID);
  // A receipt may have overtaken the relay's answer to the upload.
  if (item?.delivery?.state === "queued") changeItem(records, item, { delivery });
}

/**
 * The relay will never carry it out: it goes, and what it leaves says why.
 *
 * @param {Records} records
 * @param {EntryName} name
 * @param {string} reason
 * @param {Me} me
 */
export function refused(records, name, reason, me) {
  const entry = records.get(name);
  if (!entry) return;
  const { kind, conversationID } = entry.operation;
  forget(records, name, entry);
  deliver(records, entry, { state: "failed", reason }, me);
  const key = names.conversation(conversationID);
  const conversation = records.get(key);
  if (kind === "create" && conversation) {
    records.put(key, { ...conversation, state: "refused" });
  }
  // Messages carry their own state; for everything else a line tells the person.
  if (kind === "message") return;
  addItem(records, {
    conversationID, sender: me.accountID, sentAt: me.now, receivedAt: me.now,
    content: { kind: "roster", change: "refused", subjects: [], text: reason },
  }, me.accountID);
}
