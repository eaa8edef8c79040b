import { names } from "./names.js";
import { deliver, forget } from "./outbox-rules.js";
import { addItem } from "./thread.js";

/**
 * @typedef {import("./staged-records.js").StagedRecords} StagedRecords
 * @typedef {import("./outbox-rules.js").OutboxEntry} OutboxEntry
 * @typedef {import("./outbox-rules.js").Me} Me
 */

/**
 * The relay will never carry it out: it goes, and what it leaves says why.
 *
 * @param {StagedRecords} records
 * @param {string} name
 * @param {string} reason
 * @param {Me} me
 */
export async function refused(records, name, reason, me) {
  /** @type {OutboxEntry | undefined} */
  const entry = await records.get(name);
  if (!entry) return;
  const { kind, conversationID } = entry.operation;
  forget(records, name, entry);
  await deliver(records, entry, { state: "failed", reason }, me);
  const key = names.conversation(conversationID);
  const conversation = await records.get(key);
  if (kind === "create" && conversation) {
    records.put(key, { ...conversation, state: "refused" });
  }
  // Messages carry their own state; for everything else a line tells the person.
  if (kind === "message") return;
  await addItem(records, {
    conversationID, sender: me.accountID, sentAt: me.now, receivedAt: me.now,
    content: { kind: "roster", change: "refused", subjects: [], text: reason },
  }, me.accountID);
}
