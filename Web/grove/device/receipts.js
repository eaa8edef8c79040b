import { encodeContent } from "../message/content/message-content.js";
import { gossipDue } from "../rules/conversations/gossip-rules.js";
import { receiptsDue } from "../rules/conversations/receipt-rules.js";
import { retriesDue, tried } from "../rules/conversations/undelivery-rules.js";
import { names } from "../rules/model/record-names.js";
import { freshID } from "./local-device.js";
import { releaseHeld } from "./message-requests.js";
import { leavesQueued, sendNow } from "./sending.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("../rules/conversations/outbox-rules.js").OutgoingMessage} OutgoingMessage
 */

/**
 * What follows once everything is sent: takes in what was held, tries again what reached not
 * everybody, tells senders what has arrived, and conversations which device lists were seen. Best
 * effort: what cannot be told now is owed on; what can never be told is forgotten.
 *
 * @param {Device} device
 */
export async function settle(device) {
  await releaseHeld(device);
  await retryDue(device);
  for (const due of receiptsDue(await device.store.list(names.owed()))) {
    const { conversationID, to, messageIDs } = due;
    const content = /** @type {const} */ (
      { type: "acknowledgement", messageIDs, state: "delivered" });
    await tell(device, { conversationID, accounts: [to], ...encodeContent(content) });
    await device.change((records) => {
      for (const one of messageIDs) records.put(names.owed(conversationID, to, one), undefined);
    });
  }
  for (const conversation of (await device.store.list(names.conversation())).values()) {
    const { conversationID, state, lastActivityAt, requestedBy } = conversation;
    const isTold = device.gossipChecked.get(conversationID) === lastActivityAt;
    if (state !== "active" || requestedBy || isTold) continue;
    await gossip(device, conversation);
    device.gossipChecked.set(conversationID, lastActivityAt);
  }
}

/**
 * Tries again what is due: a few times, in a round of sending.
 *
 * @param {Device} device
 */
async function retryDue(device) {
  const now = device.me;
  const due = await device.look((records) => retriesDue(records, now));
  for (const { name, message, accounts } of due) {
    /** @type {import("../rules/conversations/undelivery-rules.js").SendReport | undefined} */
    let report;
    try {
      if (accounts.length > 0) report = await sendNow(device, { ...message, accounts });
    } catch (error) {
      if (leavesQueued(error)) throw error;
    }
    const one = report;
    const { me } = device;
    await device.change((records) => tried(records, name, one, me));
  }
}

/**
 * After the first message of a conversation and after every change of a list in it (protocol 11.2).
 *
 * @param {Device} device
 * @param {import("../rules/conversations/roster-rules.js").StoredConversation} conversation
 */
async function gossip(device, conversation) {
  const { conversationID } = conversation;
  const items = await device.store.page(names.item(conversationID), { limit: 20 });
  if (!items.some(([, { messageID }]) => messageID)) return;
  const due = await device.look((records) => gossipDue(records, conversation));
  if (!due) return;
  await tell(device, { conversationID, ...encodeContent({ type: "gossip", seen: due.seen }) });
  await device.change((records) => records.put(names.told(conversationID), due.digest));
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
