import { replayRetention } from "../message/replay-window.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { askAbout } from "./account-look-up.js";
import { rotateKEMKeys } from "./kem-key-rotation.js";
import { drain } from "./mailbox.js";
import { flush } from "./outbox.js";
import { learnBeginnings } from "./relay-conversations.js";

/** @typedef {import("./device.js").Device} Device */

const day = 24 * 3_600_000;

/**
 * One round: takes in what waits in the mailbox, sends what waits here, and does what is due. A relay
 * that is away is no error: the report says so, and nothing is lost.
 *
 * @param {Device} device
 * @returns {Promise<import("../rules/model/messenger-types.js").SyncReport>}
 * @throws {MessengerError} `store_unavailable`, `device_removed`
 */
export async function sync(device) {
  /** @type {import("../rules/model/messenger-types.js").SyncReport} */
  const report = { received: 0, sent: 0, queued: 0 };
  try {
    await prepare(device);
    report.received = await drain(device);
    await maintain(device);
    // The person's own actions before what follows from others'.
    report.sent = (await flush(device)).sent;
    await device.local.round();
  } catch (error) {
    if (!passes(error) || !(error instanceof MessengerError)) throw error;
    report.interruption = error;
  }
  const flushed = await flush(device);
  report.sent += flushed.sent;
  report.queued = flushed.queued;
  report.interruption ??= flushed.interruption;
  if (flushed.interruption?.code === "device_removed") throw flushed.interruption;
  return report;
}

/**
 * Whether waiting may change it.
 *
 * @param {unknown} error
 */
export const passes = (error) =>
  error instanceof MessengerError && (error.isTemporary ||
    ["relay_refused", "relay_answer_invalid", "device_list_invalid"].includes(error.code));

/**
 * What has to be known before the first mailbox entry.
 *
 * @param {Device} device
 */
export async function prepare(device) {
  const own = await device.ownAccount();
  await rotateKEMKeys(device);
  const isLoaded = await device.store.get(names.counter("conversationsLoaded"));
  if (!device.local.record.handle || !isLoaded) await learnBeginnings(device, own);
}

/**
 * Accounts somebody named a newer statement of.
 *
 * @param {Device} device
 */
export async function refreshWanted(device) {
  for (const name of (await device.store.list(names.wanted())).keys()) {
    await device.refreshed(name.slice(names.wanted().length)).catch((error) => {
      // The alarm is stored; one bad list must not stop the others.
      if (!(error instanceof MessengerError) || error.isTemporary ||
        error.code === "device_removed") throw error;
    });
  }
}

/**
 * What comes due: lists somebody named, KEM keys, the daily look at this account, old entries of the
 * replay window.
 *
 * @param {Device} device
 */
export async function maintain(device) {
  await refreshWanted(device);
  await rotateKEMKeys(device);
  const last = (await device.store.get(names.counter("dailyAt"))) ?? 0;
  if (device.now() < last || device.now() - last >= day) await doDaily(device);
}

/** @param {Device} device */
async function doDaily(device) {
  // This account as a stranger sees it: from its first statement (protocol 11.2).
  await askAbout(device, device.accountID, 0n);
  await forgetOld(device);
}

/**
 * Of what was received: what is older than a replay could be, and all but the newest that was ignored.
 *
 * @param {Device} device
 */
export async function forgetOld(device) {
  const now = device.now();
  await device.change((records) => {
    const horizon = now - Number(replayRetention);
    for (const [name, at] of records.list(names.seen())) {
      if (at < horizon) records.put(name, undefined);
    }
    // Strangers decide how many there are.
    const ignored = [...records.list(names.ignored()).keys()];
    for (const name of ignored.slice(0, -1000)) records.put(name, undefined);
    records.put(names.counter("dailyAt"), now);
  });
}
