import { decodeEnvelope } from "../message/envelope.js";
import { contentTypes } from "../message/content/message-content.js";
import { judgeSeen } from "../message/device-list-alarm.js";
import { openEnvelope } from "../message/envelope-opener.js";
import { readAccount, want } from "./accounts.js";
import { alarmOf, raise } from "./alarms.js";
import { loaded } from "./loading.js";
import { ignore, mailboxPosition, once, receive } from "./inbox-rules.js";
import { MessengerError } from "./messenger-error.js";
import { names } from "./names.js";
import { changed, told } from "./roster-rules.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("../relay/relay-forms.js").MailboxEvent} MailboxEvent
 * @typedef {import("./inbox-rules.js").Arrival} Arrival
 */

const { invitation, membershipUpdate, notice } = contentTypes;
/** @type {number[]} */
const sharedTypes = [invitation, membershipUpdate, notice];

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
  const { sequence, sender: uploader, envelope, conversation, account } = event;
  if (sequence <= (await mailboxPosition(device.store))) return;
  const { accountID, deviceID, hooks } = device;
  const arrival = { accountID, deviceID, sequence, uploader, now: device.now(), hooks };
  if (envelope) return takeEnvelope(device, envelope, arrival);
  if (conversation) await hooks.prepare?.(false);
  await device.change((records) => once(records, sequence, async () => {
    if (conversation) await changed(records, conversation, device.me, hooks);
    else if (account) await want(records, account.accountID, account.seq);
    else ignore(records, arrival, "unknown_event");
  }));
}

/** @param {Device} device @param {Uint8Array} bytes @param {Arrival} arrival */
async function takeEnvelope(device, bytes, arrival) {
  const { accountID, deviceID } = device;
  const keys = await device.kemKeys(keyIDOf(bytes));
  const opened = await openEnvelope(bytes, { accountID, deviceID, keys });
  if (!opened.ok) return drop(device, arrival, opened.refusal);
  const envelope = opened.value;
  let sender;
  try {
    sender = await chainFor(device, envelope);
  } catch (error) {
    if (!isAboutLists(error)) throw error;
    return drop(device, arrival, "sender_list_invalid");
  }
  const verified = await envelope.verify(sender.chain);
  if (verified.ok) return takeMessage(device, verified.value, arrival);
  const judged = judgeSeen(sender.chain, envelope.claimedStatement);
  // Believed only where the relay, too, says whose message it is: anybody can write a name.
  const isSplit = verified.refusal === "statement_forked" && judged.verdict === "fork" &&
    arrival.uploader === envelope.claimedSender;
  const alarm = isSplit ? alarmOf(judged.alarm, envelope.claimedSender) : undefined;
  return drop(device, arrival, verified.refusal, alarm);
}

/** @param {Uint8Array} bytes */
function keyIDOf(bytes) {
  try {
    return decodeEnvelope(bytes).header.recipientKeyID;
  } catch {
    return 0;
  }
}

/** @param {any} error */
const isAboutLists = ({ code }) => code === "contact_unknown" || code === "device_list_invalid";

/**
 * The sender's chain, fetched where it is unknown, stale, or does not have the statement the message
 * names (protocol 10.6 (3)).
 *
 * @param {Device} device
 * @param {import("../message/opened-envelope.js").OpenedEnvelope} opened
 */
async function chainFor(device, { claimedSender, claimedStatement }) {
  const known = await readAccount(device.store, claimedSender);
  const isEnough = known?.chain.statement(claimedStatement.seq) &&
    (known.wanted ?? 0n) <= known.chain.newest.seq;
  return known && isEnough ? known : device.refreshed(claimedSender);
}

/**
 * @param {Device} device
 * @param {import("../message/opened-envelope.js").VerifiedMessage} message
 * @param {Arrival} arrival
 */
async function takeMessage(device, message, arrival) {
  await learnConversation(device, message.body.conversationID);
  if (sharedTypes.includes(message.body.contentType)) {
    await loaded(import("../message/content/shared-content.js"));
    await device.hooks.prepare?.(true);
  }
  const isRefreshed = await refreshMentionedLists(device, message);
  await device.change((records) => once(records, arrival.sequence, () =>
    receive(records, message, { ...arrival, isRefreshed })));
}

/**
 * A message can overtake what tells of its conversation.
 *
 * @param {Device} device
 * @param {string} id
 */
async function learnConversation(device, id) {
  if (await device.store.get(names.conversation(id))) return;
  try {
    const answer = await device.ask((relay) => relay.conversation(id));
    await device.change((records) => told(records, answer, device.me));
  } catch (error) {
    if (/** @type {any} */ (error).problem !== "not_found") throw error;
  }
}

/**
 * Others saw statements that this device has not: it asks the relay before it judges.
 *
 * @param {Device} device
 * @param {import("../message/opened-envelope.js").VerifiedMessage} message
 */
async function refreshMentionedLists(device, message) {
  let isRefreshed = false;
  for (const [account, seq] of statementsNamedIn(message, device.accountID)) {
    const known = await readAccount(device.store, account);
    if (!known || known.chain.statement(seq)) continue;
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
 * @param {import("../message/opened-envelope.js").VerifiedMessage} message
 * @param {string} me
 * @returns {[string, bigint][]}
 */
function statementsNamedIn(message, me) {
  let content;
  try {
    content = message.content();
  } catch {
    return [];
  }
  if (content?.type === "invitation") return [[me, content.identity.statement.seq]];
  return content?.type === "gossip" ? content.seen.map(({ account, seq }) => [account, seq]) : [];
}

/** @param {Device} device @param {Arrival} arrival @param {string} reason @param {any} [alarm] */
const drop = (device, arrival, reason, alarm) =>
  device.change((records) => once(records, arrival.sequence, async () => {
    ignore(records, arrival, reason);
    if (alarm) await raise(records, alarm, arrival.now);
  }));
