import { contentTypes } from "../../message/content/message-content.js";
import { acceptsSentAt } from "../../message/replay-window.js";
import { hear } from "../devices/alarm-rules.js";
import { readAccount } from "../model/known-account.js";
import { names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { addItem } from "../model/thread.js";
import { receiptsReceived } from "./receipt-rules.js";

/**
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../../message/opened-envelope.js").VerifiedMessage} VerifiedMessage
 * @typedef {import("../../message/content/message-content.js").MessageContent} MessageContent
 *
 * @typedef {object} HeldEnvelope of a message request, until it is accepted
 * @property {bigint} sequence
 * @property {string} conversationID
 * @property {string} [uploader]
 * @property {Uint8Array} envelope
 *
 * @typedef {object} Arrival
 * @property {string} accountID
 * @property {string} deviceID
 * @property {bigint} sequence of the mailbox entry
 * @property {string} [uploader] the relay's word
 * @property {number} now this device's clock
 * @property {boolean} [isRefreshed] chains the message depends on were fetched since it arrived
 * @property {import("./sharing-hooks.js").SharingHooks} hooks
 * @property {Uint8Array} [envelope] as it came; kept where it belongs to a message request
 * @property {boolean} [wasHeld] it was kept until its conversation was accepted: its place in the
 *   mailbox is long past
 */

/** @param {Reader} records @returns {bigint} */
export const mailboxPosition = (records) => records.get(names.mailbox()) ?? 0n;

/**
 * Runs what follows from a mailbox entry exactly once: in the change that also moves the position
 * on, or that lets go of what was held.
 *
 * @param {Records} records
 * @param {bigint} sequence
 * @param {() => unknown} consequences
 * @param {boolean} [wasHeld]
 */
export function once(records, sequence, consequences, wasHeld = false) {
  if (wasHeld) {
    if (!records.get(names.held(sequence))) return;
    records.put(names.held(sequence), undefined);
    consequences();
    return;
  }
  if (sequence <= mailboxPosition(records)) return;
  records.put(names.mailbox(), sequence);
  consequences();
}

/**
 * An entry that was read and is not shown, with a stable reason: it is acknowledged all the same, so
 * that nothing anybody sends can block the mailbox.
 *
 * @param {Records} records
 * @param {Pick<Arrival, "sequence" | "uploader" | "now">} arrival
 * @param {string} reason
 */
export function ignore(records, { sequence, uploader, now }, reason) {
  records.put(names.ignored(sequence), { at: now, sender: uploader, reason });
  return reason;
}

/**
 * Entries of the mailbox were not kept: how many expired is remembered until the person has seen it,
 * and the conversations are looked up again.
 *
 * @param {Records} records
 * @param {bigint} expired
 */
export function missed(records, expired) {
  const counter = names.counter("missedEntries");
  records.put(counter, (records.get(counter) ?? 0) + Number(expired));
  records.put(names.counter("conversationsLoaded"), 0);
}

/**
 * A message with a proven sender (protocol 10.6 (5) to (7)).
 *
 * @param {Records} records
 * @param {VerifiedMessage} message
 * @param {Arrival} arrival
 * @returns {string | undefined} why it is not shown
 */
export function receive(records, message, arrival) {
  const refusal = refusalOf(records, message, arrival);
  if (refusal) return ignore(records, arrival, refusal);
  if (records.get(names.conversation(message.body.conversationID))?.requestedBy) {
    return hold(records, message.body.conversationID, arrival);
  }
  let content;
  try {
    content = message.content();
  } catch {
    return ignore(records, arrival, "content_malformed");
  }
  records.put(names.seen(message.senderDevice, message.messageID), arrival.now);
  consequences(records, message, content, arrival);
  return undefined;
}

/** For one conversation; the relay lets a stranger send far fewer. */
const mostHeld = 256;

/**
 * Nothing is shown and nothing follows before the conversation has been accepted.
 *
 * @param {Records} records
 * @param {string} conversationID
 * @param {Arrival} arrival
 */
function hold(records, conversationID, arrival) {
  const { sequence, uploader, envelope } = arrival;
  const held = all(records, names.held()).filter((one) => one.conversationID === conversationID);
  if (held.length >= mostHeld) return ignore(records, arrival, "request_full");
  if (envelope) records.put(names.held(sequence), { sequence, conversationID, uploader, envelope });
  return undefined;
}

/**
 * Whether what was held may be taken in, or dropped: its conversation is no request any more.
 *
 * @param {Reader} records
 * @param {HeldEnvelope} held
 */
export function isReleased(records, { conversationID }) {
  const known = records.get(names.conversation(conversationID));
  return !known?.requestedBy || known.state !== "active";
}

/** @param {Records} records @param {VerifiedMessage} message @param {Arrival} arrival */
function refusalOf(records, { body, messageID, sender, senderDevice }, { accountID, now }) {
  if (records.get(names.seen(senderDevice, messageID))) return "replayed";
  if (!acceptsSentAt(body.sentAt, BigInt(now))) return "from_the_future";
  const conversation = records.get(names.conversation(body.conversationID));
  const isMember = (/** @type {string} */ one) => conversation?.members.includes(one);
  return isMember(sender) && isMember(accountID) ? undefined : "not_a_member";
}

/**
 * @param {Records} records
 * @param {VerifiedMessage} message
 * @param {MessageContent | undefined} content nothing of a type this version does not know
 * @param {Arrival} arrival
 */
function consequences(records, message, content, arrival) {
  const { now, isRefreshed = false } = arrival;
  const { sender, body, isFromRemovedDevice } = message;
  if (!content) {
    return show(records, message, { kind: "unknown", typeCode: body.contentType }, arrival);
  }
  switch (content.type) {
    case "text":
      show(records, message, shownText(content), arrival);
      return oweReceipt(records, message, arrival);
    case "gossip":
      if (!isFromRemovedDevice) hear(records, content, { sender, isRefreshed, now });
      return;
    case "acknowledgement":
      if (!isFromRemovedDevice) receiptsReceived(records, content, sender);
      return;
    default: return passOn(records, message, content, arrival);
  }
}

/**
 * Contents about sharing.
 *
 * @param {Records} records
 * @param {VerifiedMessage} message
 * @param {MessageContent} content
 * @param {Arrival} arrival
 */
function passOn(records, message, content, arrival) {
  const { accountID, now, isRefreshed = false, hooks } = arrival;
  const mine = readAccount(records, accountID);
  if (!mine) return;
  const { contentType, conversationID } = message.body;
  const answer = hooks.receive?.(
    content, { message, conversationID, myChain: mine.chain, isRefreshed, now }, records);
  if (answer?.dropped) ignore(records, arrival, answer.dropped);
  if (contentType === contentTypes.invitation) oweReceipt(records, message, arrival);
}

/** @param {Records} records @param {VerifiedMessage} message @param {Arrival} arrival */
function oweReceipt(records, { sender, messageID, body, isFromRemovedDevice }, { accountID }) {
  if (sender === accountID || isFromRemovedDevice) return;
  records.put(names.owed(body.conversationID, sender, messageID), true);
}

/**
 * @param {import("../../message/content/text.js").TextContent} content
 * @returns {import("../model/messenger-types.js").ThreadContent}
 */
export function shownText({ text, attachment }) {
  if (!attachment) return { kind: "text", text };
  const { name, mediaType, size } = attachment;
  return {
    kind: "text", text,
    attachment: { name, mediaType, size: Number(size), reference: attachment },
  };
}

/**
 * @param {Records} records
 * @param {VerifiedMessage} message
 * @param {import("../model/messenger-types.js").ThreadContent} content
 * @param {Arrival} arrival
 */
function show(records, message, content, { accountID, now }) {
  addItem(records, {
    conversationID: message.body.conversationID, messageID: message.messageID,
    sender: message.sender, senderDevice: message.senderDevice,
    sentAt: Number(message.body.sentAt), receivedAt: now, content,
    ...(message.isFromRemovedDevice && { isFromRemovedDevice: true }),
    ...(message.sender === accountID && { delivery: { state: "sent" } }),
  }, accountID);
}
