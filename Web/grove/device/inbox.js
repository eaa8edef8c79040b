import { contentTypes } from "../message/content/message-content.js";
import { openEnvelope } from "../message/envelope-opener.js";
import { decodeEnvelope } from "../message/envelope.js";
import { ignore, mailboxPosition, once, receive } from "../rules/conversations/inbox-rules.js";
import { heardNamed } from "../rules/devices/alarm-rules.js";
import { readAccount, want } from "../rules/model/known-account.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { takePushedNotice } from "./pushed-notices.js";
import { learnConversation, takeChange, takeGap } from "./relay-conversations.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("../relay/relay-bodies.js").MailboxEvent} MailboxEvent
 * @typedef {import("../rules/conversations/inbox-rules.js").Arrival} Arrival
 * @typedef {import("../message/opened-envelope.js").VerifiedMessage} VerifiedMessage
 */

/**
 * Takes one mailbox entry in: afterwards everything that follows from it is stored, and it may be
 * acknowledged. Nothing anybody sends can stop it; only a relay that is away can. The caller holds
 * the lock "receiving".
 *
 * @param {Device} device
 * @param {MailboxEvent} event
 * @throws {MessengerError} where the entry must be tried again later.
 */
export async function take(device, event) {
  const { sequence, sender: uploader, envelope, conversation, account, gap, notice } = event;
  if (sequence <= (await device.look(mailboxPosition))) return;
  const { accountID, deviceID, hooks } = device;
  const arrival = { accountID, deviceID, sequence, uploader, now: device.now(), hooks };
  if (gap) return takeGap(device, sequence, gap.entries);
  if (envelope) return takeEnvelope(device, envelope, arrival);
  if (conversation) return takeChange(device, conversation, sequence);
  if (notice) return takePushedNotice(device, notice, arrival);
  await device.change((records) => once(records, sequence, () => {
    if (account) want(records, account.accountID, account.seq);
    else ignore(records, arrival, "unknown_event");
  }));
}

/** @param {Device} device @param {Uint8Array} bytes @param {Arrival} given */
export async function takeEnvelope(device, bytes, given) {
  const arrival = { ...given, envelope: bytes };
  const { accountID, deviceID } = device;
  const keys = await device.kemKeys(keyIDOf(bytes));
  const opened = await openEnvelope(bytes, { accountID, deviceID, keys });
  if (!opened.ok) return drop(device, arrival, opened.refusal);
  const envelope = opened.value;
  /** @type {import("../rules/model/known-account.js").KnownAccount} */
  let sender;
  try {
    sender = await chainFor(device, envelope);
  } catch (error) {
    if (!isAboutLists(error)) throw error;
    return drop(device, arrival, "sender_list_invalid");
  }
  const verified = await envelope.verify(sender.chain);
  if (verified.ok) return takeMessage(device, verified.value, arrival);
  const isSplit = verified.refusal === "statement_forked";
  return drop(device, arrival, verified.refusal, (records) => {
    if (isSplit) heardNamed(records, sender.chain, envelope.claimedStatement, arrival);
  });
}

/** @param {Uint8Array} bytes */
function keyIDOf(bytes) {
  try {
    return decodeEnvelope(bytes).header.recipientKeyID;
  } catch {
    return 0;
  }
}

/** @param {unknown} error */
const isAboutLists = (error) => error instanceof MessengerError &&
  (error.code === "contact_unknown" || error.code === "device_list_invalid");

/**
 * The sender's chain, fetched where it is unknown, stale, or does not have the statement the message
 * names (protocol 10.6 (3)).
 *
 * @param {Device} device
 * @param {import("../message/opened-envelope.js").OpenedEnvelope} opened
 */
async function chainFor(device, { claimedSender, claimedStatement }) {
  const known = await device.look((records) => readAccount(records, claimedSender));
  const isEnough = known?.chain.statement(claimedStatement.seq) &&
    (known.wanted ?? 0n) <= known.chain.newest.seq;
  return known && isEnough ? known : device.refreshed(claimedSender);
}

/** @param {Device} device @param {VerifiedMessage} message @param {Arrival} arrival */
async function takeMessage(device, message, arrival) {
  const { contentType, conversationID } = message.body;
  if (!(await device.store.get(names.conversation(conversationID)))) {
    await learnConversation(device, conversationID);
  }
  const namesLists = contentType === contentTypes.gossip || contentType === contentTypes.invitation;
  const isRefreshed = namesLists && await refreshMentioned(device, message);
  await device.change((records) => once(records, arrival.sequence, () =>
    receive(records, message, { ...arrival, isRefreshed }), arrival.wasHeld));
}

/**
 * Others saw statements that this device has not: it asks the relay before it judges. What they saw
 * and this device knows is no news.
 *
 * @param {Device} device
 * @param {VerifiedMessage} message
 * @returns {Promise<boolean>} whether the relay was asked
 */
async function refreshMentioned(device, message) {
  let isRefreshed = false;
  for (const { account, ...seen } of statementsNamedIn(message, device.accountID)) {
    const known = await device.look((records) => readAccount(records, account));
    if (!known || known.chain.statement(seen.seq)) continue;
    await device.refreshed(account).catch((error) => {
      // The contradiction is stored as an alarm; the message is judged with what is known.
      if (!(error instanceof MessengerError) || error.isTemporary ||
        error.code === "store_unavailable") throw error;
    });
    isRefreshed = true;
  }
  return isRefreshed;
}

/**
 * @param {VerifiedMessage} message
 * @param {string} me
 * @returns {{ account: string, seq: bigint, hash: string }[]}
 */
function statementsNamedIn(message, me) {
  let content;
  try {
    content = message.content();
  } catch {
    return [];
  }
  if (content?.type === "invitation") return [{ account: me, ...content.identity.statement }];
  return content?.type === "gossip" ? content.seen : [];
}

/**
 * @param {Device} device
 * @param {Arrival} arrival
 * @param {string} reason
 * @param {(records: import("../rules/model/records.js").Records) => void} [consequence]
 */
const drop = (device, arrival, reason, consequence) =>
  device.change((records) => once(records, arrival.sequence, () => {
    ignore(records, arrival, reason);
    consequence?.(records);
  }, arrival.wasHeld));
