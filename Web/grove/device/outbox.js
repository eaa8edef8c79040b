import { upload } from "./attachments.js";
import { MessengerError } from "./messenger-error.js";
import { done, refused } from "./outbox-rules.js";
import { told } from "./roster-rules.js";
import { leavesQueued, sendNow, settle } from "./sending.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("./outbox-rules.js").OutboxEntry} OutboxEntry
 *
 * @typedef {object} FlushReport
 * @property {number} sent
 * @property {number} queued still waiting
 * @property {Map<string, MessengerError>} refusals what the relay will never do, by entry
 * @property {MessengerError} [interruption] why the round stopped early
 */

/**
 * Sends what waits, in order, until nothing waits or the relay is away.
 *
 * @param {Device} device
 * @returns {Promise<FlushReport>}
 */
export const flush = (device) =>
  device.alone("sending", async () => {
    /** @type {FlushReport} */
    const report = { sent: 0, queued: 0, refusals: new Map() };
    for (const [name, entry] of await device.store.list("outbox/")) {
      if (!report.interruption) await carryOut(device, name, entry, report);
      if (report.interruption) report.queued += 1;
    }
    if (!report.interruption) await settle(device).catch((error) => interrupt(report, error));
    return report;
  });

/** @param {FlushReport} report @param {any} error */
function interrupt(report, error) {
  if (!(error instanceof MessengerError)) throw error;
  report.interruption = error;
}

/**
 * @param {Device} device
 * @param {string} name
 * @param {OutboxEntry} entry
 * @param {FlushReport} report
 */
async function carryOut(device, name, entry, report) {
  try {
    await perform(device, name, entry);
    await device.change((records) => done(records, name, device.me));
    report.sent += 1;
  } catch (error) {
    if (leavesQueued(error)) return interrupt(report, error);
    const refusal = /** @type {MessengerError} */ (error);
    await device.change((records) => refused(records, name, refusal.reason, device.me));
    report.refusals.set(name, refusal);
  }
}

/** @param {Device} device @param {string} name @param {OutboxEntry} entry */
async function perform(device, name, { operation, createdAt }) {
  const { conversationID } = operation;
  switch (operation.kind) {
    case "create": {
      const { members, name } = operation;
      return tell(device, (relay) => relay.createConversation({ conversationID, members, name }));
    }
    case "change": {
      const { name, add, remove } = operation;
      return tell(device, (relay) => relay.changeConversation(conversationID, { name, add, remove }));
    }
    case "photo":
      return tell(device, (relay) => relay.putPhoto(conversationID, operation.image));
    case "message": {
      const { message } = operation;
      const placed = message.attachment
        ? await upload(device, name, message)
        : message;
      return sendNow(device, placed, createdAt);
    }
  }
}

/**
 * A request that answers with the conversation as it is now.
 *
 * @param {Device} device
 * @param {(relay: import("../relay/relay-client.js").RelayClient) =>
 *   Promise<import("../relay/relay-forms.js").RelayConversation>} call
 */
async function tell(device, call) {
  const answer = await device.ask(call);
  await device.change((records) => told(records, answer, device.me));
}
