import { maintain } from "./maintenance.js";
import { flush } from "./outbox.js";
import { drain, passes, prepare } from "./sync.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("./messenger-error.js").MessengerError} MessengerError
 */

/**
 * One round: takes in what waits in the mailbox, sends what waits here, and does what is due. A relay
 * that is away is no error: the report says so, and nothing is lost.
 *
 * @param {Device} device
 * @returns {Promise<import("./messenger-types.js").SyncReport>}
 * @throws {MessengerError} `store_unavailable`, `device_removed`
 */
export async function sync(device) {
  /** @type {import("./messenger-types.js").SyncReport} */
  const report = { received: 0, sent: 0, queued: 0 };
  try {
    await prepare(device);
    report.received = await drain(device);
    await maintain(device);
    // The person's own actions before what follows from others'.
    report.sent = (await flush(device)).sent;
    await device.hooks.round?.();
  } catch (error) {
    if (!passes(error)) throw error;
    report.interruption = /** @type {MessengerError} */ (error);
  }
  const flushed = await flush(device);
  report.sent += flushed.sent;
  report.queued = flushed.queued;
  report.interruption ??= flushed.interruption;
  if (flushed.interruption?.code === "device_removed") throw flushed.interruption;
  return report;
}
