import { conversations } from "../relay/conversation-routes.js";
import { told } from "./roster-rules.js";

/** @typedef {import("./device.js").Device} Device */

/**
 * What a device that was just made has to learn: its name, and its account's conversations.
 *
 * @param {Device} device
 * @param {import("./accounts.js").KnownAccount} own
 */
export async function learnBeginnings(device, { handle, name }) {
  if (!device.local.record.handle) {
    const record = { ...device.local.record, handle, name };
    device.local.record = record;
    await device.change(async (records) => records.put("device", record));
  }
  if (await device.store.get("counter/conversationsLoaded")) return;
  const known = await device.ask((relay) => conversations(relay));
  await device.change(async (records) => {
    for (const one of known) await told(records, one, device.me);
    records.put("counter/conversationsLoaded", 1);
  });
}
