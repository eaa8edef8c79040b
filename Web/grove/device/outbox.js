import { done, refused } from "../rules/conversations/outbox-rules.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { settle } from "./receipts.js";
import { tellRelay } from "./relay-conversations.js";
import { leavesQueued, sendNow } from "./sending.js";
import { upload } from "./texts.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("../rules/conversations/outbox-rules.js").OutboxEntry} OutboxEntry
 * @typedef {import("../rules/conversations/outbox-rules.js").EntryName} EntryName
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
    for (const [name, entry] of await device.store.list(names.outbox())) {
      if (!report.interruption) await carryOut(device, name, entry, report);
      if (report.interruption) report.queued += 1;
    }
    if (!report.interruption) await settle(device).catch((error) => interrupt(report, error));
    return report;
  });

/** @param {FlushReport} report @param {unknown} error */
function interrupt(report, error) {
  if (!(error instanceof MessengerError)) throw error;
  report.interruption = error;
}

/**
 * @param {Device} device
 * @param {EntryName} name
 * @param {OutboxEntry} entry
 * @param {FlushReport} report
 */
async function carryOut(device, name, entry, report) {
  try {
    const sent = await perform(device, name, entry);
    const { me } = device;
    await device.change((records) => done(records, name, me, sent));
    report.sent += 1;
  } catch (error) {
    if (leavesQueued(error) || !(error instanceof MessengerError)) return interrupt(report, error);
    const { me } = device;
    const { reason } = error;
    await device.change((records) => refused(records, name, reason, me));
    report.refusals.set(name, error);
  }
}

/**
 * @param {Device} device
 * @param {EntryName} name
 * @param {OutboxEntry} entry
 * @returns {Promise<import("../rules/conversations/undelivery-rules.js").SendReport | undefined>} of
 *   a message
 */
async function perform(device, name, { operation, createdAt }) {
  if (operation.kind !== "message") {
    await tellRelay(device, operation);
    return undefined;
  }
  let { message } = operation;
  if (message.attachment) message = await upload(device, name, message, message.attachment);
  return sendNow(device, message, createdAt);
}
