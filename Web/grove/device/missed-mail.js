import { conversations } from "../relay/conversation-routes.js";
import { once } from "./inbox-rules.js";
import { told } from "./roster-rules.js";

/** @typedef {import("./device.js").Device} Device */

/**
 * Entries of the mailbox were not kept: how many expired is remembered until the person has seen it,
 * and the conversations are looked up again.
 *
 * @param {Device} device
 * @param {bigint} sequence of the mailbox entry
 * @param {bigint} entries
 */
export async function takeGap(device, sequence, entries) {
  const listed = await device.ask((relay) => conversations(relay));
  await device.change((records) => once(records, sequence, async () => {
    const before = (await records.get("counter/missedEntries")) ?? 0;
    if (entries > 0n) records.put("counter/missedEntries", before + Number(entries));
    const known = await records.list("conversation/");
    for (const one of listed) await told(records, one, device.me);
    const ids = new Set(listed.map(({ conversationID }) => conversationID));
    for (const [name, record] of known) {
      if (record.state !== "active" || ids.has(record.conversationID)) continue;
      const members = record.members.filter((/** @type {string} */ one) => one !== device.accountID);
      records.put(name, { ...record, members, state: "left" });
    }
  }));
}
