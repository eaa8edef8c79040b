import { encodeContent } from "../message/content/message-content.js";
import { sha256 } from "../crypto/hash.js";
import {
  ByteWriter, compareIdentifiers, decodeBase64URL, encodeBase64URL, GroveError,
} from "../encoding/encoding.js";
import { readAccount } from "./accounts.js";
import { freshID, translated } from "./local-device.js";
import { isReachable, recipientsOf, seal } from "./envelopes.js";
import { decodeEnvelope } from "../message/envelope.js";
import { loaded } from "./loading.js";
import { MessengerError } from "./messenger-error.js";
import { names } from "./names.js";
import { receiptsDue } from "./receipt-rules.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("./outbox-rules.js").OutgoingMessage} OutgoingMessage
 */

/**
 * Seals and uploads a message now. When this returns, the relay has it durably for everybody but
 * those who are named; when it throws with `isTemporary`, that is unknown, and sending the same message again is no change.
 *
 * @param {Device} device
 * @param {OutgoingMessage} message
 * @param {number} [sentAt] when the person sent it
 * @returns {Promise<{ unreached: import("./messenger-types.js").Undelivery[], others: number }>}
 * @throws {MessengerError} `not_a_member`, `no_usable_device`, `device_list_invalid`,
 *   `relay_unreachable`, `relay_refused`, …
 */
export async function sendNow(device, message, sentAt = device.now()) {
  const conversation = await device.store.get(names.conversation(message.conversationID));
  if (!conversation) throw new MessengerError("conversation_unknown");
  if (!conversation.members.includes(device.accountID)) throw new MessengerError("not_a_member");
  const recipients = recipientsOf(message, conversation.members);
  for (let attempt = 1; ; attempt += 1) {
    const envelopes = await sealed(device, message, recipients, sentAt, attempt > 1);
    // Alone with one device: there is nobody to tell.
    if (envelopes.length === 0) return { unreached: [], others: 0 };
    try {
      const undelivered = await device.ask((relay) => relay.upload(envelopes));
      return undelivered.length === 0 ? { unreached: [], others: recipients.length }
        : reportOf(device, envelopes, undelivered);
    } catch (error) {
      if (/** @type {any} */ (error).problem !== "devices_changed" || attempt === 3) throw error;
    }
  }
}

/**
 * @param {Device} device
 * @param {Uint8Array[]} envelopes
 * @param {import("../relay/relay-forms.js").UndeliveredEnvelope[]} undelivered
 */
export async function reportOf(device, envelopes, undelivered) {
  const { unreachedOf } = await loaded(import("./undelivered.js"));
  /** @type {Map<string, number>} */
  const sent = new Map();
  for (const bytes of envelopes) {
    const { recipientAccountID } = decodeEnvelope(bytes).header;
    if (recipientAccountID === device.accountID) continue;
    sent.set(recipientAccountID, (sent.get(recipientAccountID) ?? 0) + 1);
  }
  return { unreached: unreachedOf(undelivered, sent), others: sent.size };
}

/**
 * @param {Device} device
 * @param {OutgoingMessage} message
 * @param {string[]} recipients
 * @param {number} sentAt
 * @param {boolean} refresh
 */
export async function sealed(device, message, recipients, sentAt, refresh) {
  const accounts = [];
  for (const recipient of recipients) {
    let known = await device.known(recipient, refresh);
    if (!refresh && !(await isReachable(known, device.deviceID, device.now()))) {
      known = await device.refreshed(recipient);
    }
    accounts.push(known);
  }
  const account = await device.ownAccount();
  if (!account.chain.newest.device(device.deviceID)) throw new MessengerError("device_removed");
  const { deviceID, keys: { identityKey } } = device;
  const me = { account, deviceID, identityKey, now: device.now() };
  const envelopes = await seal(message, accounts, me, sentAt).catch((error) => {
    throw error instanceof GroveError ? translated(error) : error;
  });
  const isToOthers = recipients.some((recipient) => recipient !== device.accountID);
  if (envelopes.length === 0 && isToOthers) throw new MessengerError("no_usable_device");
  return envelopes;
}

/**
 * Tells senders what has arrived, and conversations which device lists were seen. Best effort: what
 * cannot be told now is owed on; what can never be told is forgotten.
 *
 * @param {Device} device
 */
export async function settle(device) {
  if ((await device.store.list("held/")).size > 0) {
    const { releaseHeld } = await loaded(import("./requests.js"));
    await releaseHeld(device);
  }
  const waiting = await device.store.list("undelivered/");
  if (waiting.size > 0) {
    const { retryDue } = await loaded(import("./undelivered.js"));
    await retryDue(device, waiting);
  }
  for (const due of receiptsDue(await device.store.list("owed/"))) {
    const { conversationID, to, messageIDs } = due;
    const content = /** @type {const} */ (
      { type: "acknowledgement", messageIDs, state: "delivered" });
    await tell(device, { conversationID, accounts: [to], ...encodeContent(content) });
    await device.change(async (records) => {
      for (const one of messageIDs) records.put(names.owed(conversationID, to, one), undefined);
    });
  }
  for (const conversation of (await device.store.list("conversation/")).values()) {
    const { conversationID, state, lastActivityAt, requestedBy } = conversation;
    if (state !== "active" || requestedBy || device.gossipChecked.get(conversationID) === lastActivityAt) continue;
    await gossip(device, conversation);
    device.gossipChecked.set(conversationID, lastActivityAt);
  }
}

/**
 * After the first message of a conversation and after every change of a list in it (protocol 11.2).
 *
 * @param {Device} device
 * @param {import("./roster-rules.js").StoredConversation} conversation
 */
async function gossip(device, { conversationID, members }) {
  const items = await device.store.page(`item/${conversationID}/`, { limit: 20 });
  if (!items.some((/** @type {any} */ [, { messageID }]) => messageID)) return;
  const writer = new ByteWriter();
  const seen = [];
  for (const member of [...members].sort(compareIdentifiers)) {
    const chain = (await readAccount(device.store, member))?.chain;
    if (!chain) continue;
    const { seq, hash } = chain.newest.reference;
    writer.raw(decodeBase64URL(member)).u64(seq).raw(decodeBase64URL(hash));
    seen.push({ account: member, seq, hash });
  }
  const digest = encodeBase64URL(await sha256(writer.bytes));
  if (seen.length === 0 || digest === (await device.store.get(names.told(conversationID)))) return;
  await tell(device, { conversationID, ...encodeContent({ type: "gossip", seen }) });
  await device.change(async (records) => records.put(names.told(conversationID), digest));
}

/**
 * @param {Device} device
 * @param {Omit<OutgoingMessage, "messageID">} message
 */
async function tell(device, message) {
  try {
    await sendNow(device, { ...message, messageID: freshID() });
  } catch (error) {
    if (leavesQueued(error)) throw error;
  }
}

/**
 * Whether what was being sent waits on: nothing is dropped because a store fails, because this
 * device was removed, or because something in between answers in the relay's place.
 *
 * @param {any} error
 */
export const leavesQueued = (error) =>
  !(error instanceof MessengerError) || error.isTemporary ||
  ["store_unavailable", "device_removed", "relay_answer_invalid"].includes(error.code);
