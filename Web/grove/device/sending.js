import { decodeEnvelope } from "../message/envelope.js";
import { recipientsOf, rings } from "../rules/conversations/envelope-rules.js";
import { unreachedOf } from "../rules/conversations/undelivery-rules.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { sealed } from "./sealing.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("../rules/conversations/outbox-rules.js").OutgoingMessage} OutgoingMessage
 * @typedef {import("../rules/conversations/undelivery-rules.js").SendReport} SendReport
 */

/**
 * Seals and uploads a message now. When this returns, the relay has it durably for everybody but
 * those who are named; when it throws with `isTemporary`, that is unknown, and sending the same
 * message again is no change.
 *
 * @param {Device} device
 * @param {OutgoingMessage} message
 * @param {number} [sentAt] when the person sent it
 * @returns {Promise<SendReport>}
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
      const undelivered = await device.ask((relay) => relay.upload(envelopes, !rings(message)));
      return reportOf(device, envelopes, undelivered);
    } catch (error) {
      const isStale = error instanceof MessengerError && error.problem === "devices_changed";
      if (!isStale || attempt === 3) throw error;
    }
  }
}

/**
 * @param {Device} device
 * @param {Uint8Array[]} envelopes
 * @param {import("../relay/relay-bodies.js").UndeliveredEnvelope[]} undelivered
 * @returns {SendReport}
 */
function reportOf(device, envelopes, undelivered) {
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
 * Whether what was being sent waits on: nothing is dropped because a store fails, because this
 * device was removed, or because something in between answers in the relay's place.
 *
 * @param {unknown} error
 */
export const leavesQueued = (error) =>
  !(error instanceof MessengerError) || error.isTemporary ||
  ["store_unavailable", "device_removed", "relay_answer_invalid"].includes(error.code);
