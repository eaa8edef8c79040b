import { isRotationDue, mayDeleteKEMKey } from "../message/kem-key-schedule.js";
import { take } from "./inbox.js";
import { mailboxPosition } from "./inbox-rules.js";
import { loaded } from "./loading.js";
import { MessengerError } from "./messenger-error.js";

/** @typedef {import("./device.js").Device} Device */

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
  await rotateKEMKeys(device);
  const isKnown = device.local.record.handle && (await device.store.get("counter/conversationsLoaded"));
  if (isKnown) return;
  const { learnBeginnings } = await loaded(import("./beginnings.js"));
  await learnBeginnings(device, own);
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
export async function rotateKEMKeys(device) {
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
