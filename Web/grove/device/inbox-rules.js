import { contentTypes } from "../message/content/message-content.js";
import { acceptsSentAt } from "../message/replay-window.js";
import { readAccount } from "./accounts.js";
import { names } from "./names.js";
import { receiptsReceived } from "./receipt-rules.js";
import { addItem } from "./thread.js";

/**
 * @typedef {import("./staged-records.js").StagedRecords} StagedRecords
 * @typedef {import("../message/opened-envelope.js").VerifiedMessage} VerifiedMessage
 *
 * @typedef {object} Arrival
 * @property {string} accountID
 * @property {string} deviceID
 * @property {bigint} sequence of the mailbox entry
 * @property {string} [uploader] the relay's word
 * @property {number} now this device's clock
 * @property {boolean} [isRefreshed] chains the message depends on were fetched since it arrived
 * @property {import("./local-device.js").SharingHooks} hooks
 * @property {Uint8Array} [envelope] as it came; kept where it belongs to a message request
 * @property {boolean} [wasHeld] it was kept until its conversation was accepted: its place in the
 *   mailbox is long past
 * @property {typeof import("./alarms.js")} [alarms] loaded where somebody saw another list than this
 *   device knows
 */

/** @param {{ get: (name: string) => Promise<any> }} records @returns {Promise<bigint>} */
export const mailboxPosition = async (records) => (await records.get("counter/mailbox")) ?? 0n;

/**
 * Runs what follows from a mailbox entry exactly once: in the change that also moves the position
 * on, or that lets go of what was held.
 *
 * @param {StagedRecords} records
 * @param {bigint} sequence
 * @param {() => Promise<unknown>} consequences
 * @param {boolean} [wasHeld]
 */
export async function once(records, sequence, consequences, wasHeld = false) {
  if (wasHeld) {
    if (!(await records.get(names.held(sequence)))) return;
    records.put(names.held(sequence), undefined);
    await consequences();
    return;
  }
  if (sequence <= (await mailboxPosition(records))) return;
  records.put("counter/mailbox", sequence);
  await consequences();
}

/**
 * An entry that was read and is not shown, with a stable reason: it is acknowledged all the same, so
 * that nothing anybody sends can block the mailbox.
 *
 * @param {StagedRecords} records
 * @param {Arrival} arrival
 * @param {string} reason
 */
export const ignore = (records, { sequence, uploader, now }, reason) =>
  records.put(names.ignored(sequence), { at: now, sender: uploader, reason });

/**
 * A message with a proven sender (protocol 10.6 (5) to (7)).
 *
 * @param {StagedRecords} records
 * @param {VerifiedMessage} message
 * @param {Arrival} arrival
 */
export async function receive(records, message, arrival) {
  const refusal = await refusalOf(records, message, arrival);
  if (refusal) return ignore(records, arrival, refusal);
  if ((await records.get(names.conversation(message.body.conversationID)))?.requestedBy) {
    return hold(records, message.body.conversationID, arrival);
  }
  let content;
  try {
    content = message.content();
  } catch {
    return ignore(records, arrival, "content_malformed");
  }
  records.put(names.seen(message.senderDevice, message.messageID), arrival.now);
  await consequences(records, message, content, arrival);
}

/** For one conversation; the relay lets a stranger send far fewer. */
const mostHeld = 256;

/**
 * Nothing is shown and nothing follows before the conversation has been accepted.
 *
 * @param {StagedRecords} records
 * @param {string} conversationID
 * @param {Arrival} arrival
 */
async function hold(records, conversationID, arrival) {
  const { sequence, uploader, envelope } = arrival;
  const held = [...(await records.list("held/")).values()];
  if (held.filter((one) => one.conversationID === conversationID).length >= mostHeld) {
    return ignore(records, arrival, "request_full");
  }
  records.put(names.held(sequence), { sequence, conversationID, uploader, envelope });
}

/** @param {StagedRecords} records @param {VerifiedMessage} message @param {Arrival} arrival */
async function refusalOf(records, { body, messageID, sender, senderDevice }, { accountID, now }) {
  if (await records.get(names.seen(senderDevice, messageID))) return "replayed";
  if (!acceptsSentAt(body.sentAt, BigInt(now))) return "from_the_future";
  const conversation = await records.get(names.conversation(body.conversationID));
  const isMember = (/** @type {string} */ one) => conversation?.members.includes(one);
  return isMember(sender) && isMember(accountID) ? undefined : "not_a_member";
}

/**
 * @param {StagedRecords} records
 * @param {VerifiedMessage} message
 * @param {import("../message/content/message-content.js").MessageContent | undefined} content
 * @param {Arrival} arrival
 */
async function consequences(records, message, content, arrival) {
  const { accountID, deviceID, now, sequence, isRefreshed = false, alarms, hooks } = arrival;
  const { sender, messageID, body, isFromRemovedDevice } = message;
  const mayAct = !isFromRemovedDevice;
  const oweReceipt = () => {
    if (sender === accountID || !mayAct) return;
    records.put(names.owed(body.conversationID, sender, messageID), true);
  };
  switch (content?.type) {
    case "text":
      await show(records, message, shownText(content), arrival);
      return oweReceipt();
    case "gossip":
      return mayAct && alarms?.hear(records, content, { sender, isRefreshed, now });
    case "acknowledgement":
      return mayAct && receiptsReceived(records, content, sender);
    case undefined: {
      const typeCode = body.contentType;
      return show(records, message, { kind: "unknown", typeCode }, arrival);
    }
    default: {
      const mine = await readAccount(records, accountID);
      const answer = mine && await hooks.receive?.(content, {
        message, conversationID: body.conversationID, myAccountID: accountID,
        myDeviceID: deviceID, myChain: mine.chain, isRefreshed, now, sequence,
      }, records);
      if (answer?.dropped) ignore(records, arrival, answer.dropped);
      if (body.contentType === contentTypes.invitation) oweReceipt();
    }
  }
}

/**
 * @param {import("../message/content/text.js").TextContent} content
 * @returns {import("./messenger-types.js").ThreadContent}
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
 * @param {StagedRecords} records
 * @param {VerifiedMessage} message
 * @param {import("./messenger-types.js").ThreadContent} content
 * @param {Arrival} arrival
 */
const show = (records, message, content, { accountID, now }) =>
  addItem(records, {
    conversationID: message.body.conversationID, messageID: message.messageID,
    sender: message.sender, senderDevice: message.senderDevice,
    sentAt: Number(message.body.sentAt), receivedAt: now, content,
    ...(message.isFromRemovedDevice && { isFromRemovedDevice: true }),
    ...(message.sender === accountID && { delivery: { state: "sent" } }),
  }, accountID);
