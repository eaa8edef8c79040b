import { loaded } from "./loading.js";
import { MessengerError } from "./messenger-error.js";
import { done } from "./outbox-rules.js";
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
    const sent = await perform(device, name, entry);
    const rules = sent?.unreached?.length
      ? (await loaded(import("./undelivered.js"))).rulesFor(sent) : undefined;
    await device.change((records) => done(records, name, device.me, rules));
    report.sent += 1;
  } catch (error) {
    if (leavesQueued(error)) return interrupt(report, error);
    const refusal = /** @type {MessengerError} */ (error);
    const part = await loaded(import("./outbox-refusal.js"))
      .catch((away) => interrupt(report, away));
    if (!part) return undefined;
    await device.change((records) => part.refused(records, name, refusal.reason, device.me));
    report.refusals.set(name, refusal);
  }
}

/**
 * Texts are of every day; what the rest needs is loaded when there is some.
 *
 * @param {Device} device
 * @param {string} name
 * @param {OutboxEntry} entry
 * @returns {Promise<any>} of a message, whom it has not reached
 */
async function perform(device, name, { operation, createdAt }) {
  if (operation.kind !== "message") {
    const { tellRelay } = await loaded(import("./conversation-changes.js"));
    return tellRelay(device, operation);
  }
  let { message } = operation;
  if (message.attachment) {
    const { upload } = await loaded(import("./attachments.js"));
    message = await upload(device, name, message);
  }
  return sendNow(device, message, createdAt);
}
