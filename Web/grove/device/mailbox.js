import { mailboxPosition } from "../rules/conversations/inbox-rules.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { take } from "./inbox.js";

/** @typedef {import("./device.js").Device} Device */

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
