import { decodeEnvelope } from "../message/envelope.js";
import { contentTypes, loadForm } from "../message/content/message-content.js";
import { openEnvelope } from "../message/envelope-opener.js";
import { readAccount, want } from "./accounts.js";
import { loaded } from "./loading.js";
import { ignore, mailboxPosition, once, receive } from "./inbox-rules.js";
import { names } from "./names.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("../relay/relay-forms.js").MailboxEvent} MailboxEvent
 * @typedef {import("./inbox-rules.js").Arrival} Arrival
 */

const { invitation, membershipUpdate, notice, gossip } = contentTypes;
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
  const { sequence, sender: uploader, envelope, conversation, account, gap } = event;
  if (sequence <= (await mailboxPosition(device.store))) return;
  const { accountID, deviceID, hooks } = device;
  const arrival = { accountID, deviceID, sequence, uploader, now: device.now(), hooks };
  if (gap) {
    const { takeGap } = await loaded(import("./missed-mail.js"));
    return takeGap(device, sequence, gap.entries);
  }
  if (envelope) return takeEnvelope(device, envelope, arrival);
  if (conversation) {
    const { takeChange } = await loaded(import("./roster-changes.js"));
    return takeChange(device, conversation, sequence);
  }
  await device.change((records) => once(records, sequence, async () => {
    if (account) await want(records, account.accountID, account.seq);
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
  /** @type {import("./accounts.js").KnownAccount} */
  let sender;
  try {
    sender = await chainFor(device, envelope);
  } catch (error) {
    if (!isAboutLists(error)) throw error;
    return drop(device, arrival, "sender_list_invalid");
  }
  const verified = await envelope.verify(sender.chain);
  if (verified.ok) return takeMessage(device, verified.value, arrival);
  // Believed only where the relay, too, says whose message it is: anybody can write a name.
  const isSplit = verified.refusal === "statement_forked" &&
    arrival.uploader === envelope.claimedSender;
  const alarms = isSplit ? await loaded(import("./alarms.js")) : undefined;
  return drop(device, arrival, verified.refusal, (records) =>
    alarms?.raiseFork(records, sender.chain, envelope, arrival.now));
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
  const { contentType, conversationID } = message.body;
  if (!(await device.store.get(names.conversation(conversationID)))) {
    const { learnConversation } = await loaded(import("./unknown-conversation.js"));
    await learnConversation(device, conversationID);
  }
  const isShared = sharedTypes.includes(contentType);
  if (isShared) await loaded(loadForm(contentType));
  const mentions = contentType === gossip || contentType === invitation
    ? await (await loaded(import("./mentioned-lists.js"))).readMentions(device, message) : undefined;
  if (isShared) await device.hooks.prepare?.(contentType, message, Boolean(mentions?.alarms));
  await device.change((records) => once(records, arrival.sequence, () =>
    receive(records, message, { ...arrival, ...mentions }), arrival.wasHeld));
}

/**
 * @param {Device} device
 * @param {Arrival} arrival
 * @param {string} reason
 * @param {(records: import("./staged-records.js").StagedRecords) =>
 *   Promise<void> | undefined} [consequence]
 */
const drop = (device, arrival, reason, consequence) =>
  device.change((records) => once(records, arrival.sequence, async () => {
    ignore(records, arrival, reason);
    await consequence?.(records);
  }, arrival.wasHeld));
