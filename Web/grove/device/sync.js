import { replayRetention } from "../message/replay-window.js";
import { mailboxPosition } from "../rules/conversations/inbox-rules.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { askAbout } from "./account-look-up.js";
import { take } from "./inbox.js";
import { rotateKEMKeys } from "./kem-rotation.js";
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
 * Reads the mailbox to its end.
 *
 * @param {Device} device
 * @returns {Promise<number>} entries
 */
export const drain = (device) =>
  device.alone("receiving", async () => {
    let received = 0;
    for (let more = true; more;) {
      const page = await nextPage(device);
      for (const event of page.events) await take(device, event);
      received += page.events.length;
      more = page.more && page.events.length > 0;
      await acknowledge(device);
    }
    const now = BigInt(device.now());
    await device.change((records) => records.put(names.drainedAt(), now));
    return received;
  });

/** @param {Device} device */
async function nextPage(device) {
  const position = await device.look(mailboxPosition);
  try {
    return await device.ask((relay) => relay.mailbox(String(position)));
  } catch (error) {
    if (!isUnknownPosition(error) || position === 0n) throw error;
  }
  // The relay was restored from an older copy. What it delivers again was seen before.
  await device.change((records) => records.put(names.mailbox(), 0n));
  device.acknowledged = 0n;
  return device.ask((relay) => relay.mailbox("0"));
}

/** @param {unknown} error */
const isUnknownPosition = (error) =>
  error instanceof MessengerError && error.problem === "position_unknown";

/**
 * Tells the relay what it may forget: only what is stored here.
 *
 * @param {Device} device
 */
export async function acknowledge(device) {
  const position = await device.look(mailboxPosition);
  if (position <= device.acknowledged) return;
  await device.ask((relay) => relay.acknowledge(String(position))).catch((error) => {
    // From before the relay was restored: there is nothing to forget.
    if (!isUnknownPosition(error)) throw error;
  });
  device.acknowledged = position;
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
