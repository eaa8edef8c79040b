import { isRotationDue, mayDeleteKEMKey } from "../message/kem-key-schedule.js";
import { replayRetention } from "../message/replay-window.js";
import { take } from "./inbox.js";
import { mailboxPosition } from "./inbox-rules.js";
import { loaded } from "./loading.js";
import { MessengerError } from "./messenger-error.js";
import { flush } from "./outbox.js";
import { told } from "./roster-rules.js";

/** @typedef {import("./device.js").Device} Device */

const day = 24 * 3_600_000;

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

/**
 * Whether waiting may change it.
 *
 * @param {any} error
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
  if (!device.local.record.handle) await named(device, own);
  await rotateKEMKeys(device);
  if (await device.store.get("counter/conversationsLoaded")) return;
  const conversations = await device.ask((relay) => relay.conversations());
  await device.change(async (records) => {
    for (const one of conversations) await told(records, one, device.me);
    records.put("counter/conversationsLoaded", 1);
  });
}

/** @param {Device} device @param {import("./accounts.js").KnownAccount} own */
async function named(device, { handle, name }) {
  const record = { ...device.local.record, handle, name };
  device.local.record = record;
  await device.change(async (records) => records.put("device", record));
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
      const position = await mailboxPosition(device.store);
      let page;
      try {
        page = await device.ask((relay) => relay.mailbox(String(position)));
      } catch (error) {
        if (/** @type {any} */ (error).problem !== "position_unknown" || position === 0n) throw error;
        // The relay was restored from an older copy. What it delivers again was seen before.
        await device.change(async (records) => records.put("counter/mailbox", 0n));
        device.acknowledged = 0n;
        continue;
      }
      for (const event of page.events) await take(device, event);
      received += page.events.length;
      more = page.more && page.events.length > 0;
      await acknowledge(device);
    }
    await device.change(async (records) => records.put("counter/drainedAt", BigInt(device.now())));
    return received;
  });

/**
 * Tells the relay what it may forget: only what is stored here.
 *
 * @param {Device} device
 */
export async function acknowledge(device) {
  const position = await mailboxPosition(device.store);
  if (position <= device.acknowledged) return;
  await device.ask((relay) => relay.acknowledge(String(position))).catch((error) => {
    // From before the relay was restored: there is nothing to forget.
    if (error.problem !== "position_unknown") throw error;
  });
  device.acknowledged = position;
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
  const last = (await device.store.get("counter/dailyAt")) ?? 0;
  if (device.now() >= last && device.now() - last < day) return;
  // This account as a stranger sees it: from its first statement (protocol 11.2).
  await device.adopt(device.accountID, 0n);
  await device.change(async (records) => {
    const horizon = device.now() - Number(replayRetention);
    for (const [name, at] of await records.list("seen/")) {
      if (at < horizon) records.put(name, undefined);
    }
    // Strangers decide how many there are.
    const ignored = [...(await records.list("ignored/")).keys()];
    for (const name of ignored.slice(0, -1000)) records.put(name, undefined);
    records.put("counter/dailyAt", device.now());
  });
}

/**
 * Accounts somebody named a newer statement of.
 *
 * @param {Device} device
 */
export async function refreshWanted(device) {
  for (const name of (await device.store.list("wanted/")).keys()) {
    await device.refreshed(name.slice("wanted/".length)).catch((error) => {
      // The alarm is stored; one bad list must not stop the others.
      if (!(error instanceof MessengerError) || error.isTemporary ||
        error.code === "device_removed") throw error;
    });
  }
}

/**
 * Once a week there is something to do; only then it is loaded.
 *
 * @param {Device} device
 */
async function rotateKEMKeys(device) {
  const keys = [...(await device.store.list("kem/")).values()];
  const newest = keys.sort((one, other) => other.keyID - one.keyID)[0];
  const drainedAt = await device.store.get("counter/drainedAt");
  const now = BigInt(device.now());
  const isDue = isRotationDue(newest, now) || keys.some((key) =>
    !key.isPublished || mayDeleteKEMKey(key, now, drainedAt));
  if (!isDue) return;
  const rotation = await loaded(import("./kem-rotation.js"));
  await rotation.rotateKEMKeys(device);
}
