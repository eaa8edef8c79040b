import { itemOf, changeItem } from "./thread.js";
import { names } from "./names.js";
import { leavesQueued, sendNow } from "./sending.js";

/**
 * Messages that did not reach everybody: the same rules as the Swift messenger's `UndeliveryRules`.
 *
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("./staged-records.js").StagedRecords} StagedRecords
 * @typedef {import("./messenger-types.js").Undelivery} Undelivery
 * @typedef {import("./outbox-rules.js").OutgoingMessage} OutgoingMessage
 * @typedef {import("./outbox-rules.js").Me} Me
 * @typedef {{ unreached: Undelivery[], others: number }} SendReport
 *
 * @typedef {object} Waiting a record `undelivered/{message}`
 * @property {OutgoingMessage} message
 * @property {number} attempts
 * @property {number} nextAt
 */

/** Minutes before each further attempt: about three days in all. */
export const minutes = [1, 5, 30, 120, 480, 1440, 2880];

/** @param {Undelivery} one */
const mayPass = ({ reason }) => reason === "mailbox_full";

/**
 * Who got it on none of their devices. Who got it on one has it.
 *
 * @param {{ accountID: string, reason: string }[]} undelivered
 * @param {Map<string, number>} sent how many envelopes went to each account
 * @returns {Undelivery[]}
 */
export function unreachedOf(undelivered, sent) {
  return [...sent.keys()].flatMap((accountID) => {
    const its = undelivered.filter((one) => one.accountID === accountID);
    if (its.length === 0 || its.length !== sent.get(accountID)) return [];
    return [{ accountID, reason: (its.find(mayPass) ?? its[0]).reason }];
  });
}

/**
 * When it is tried again.
 *
 * @param {Undelivery[]} people
 * @param {number} attempts
 * @param {number} now
 * @returns {number | undefined} nothing where that would be of no use, or has been long enough
 */
export const nextAttempt = (people, attempts, now) =>
  people.some(mayPass) && attempts < minutes.length ? now + minutes[attempts] * 60_000 : undefined;

/**
 * What follows for a message that was uploaded just now.
 *
 * @param {SendReport} report
 * @returns {import("./outbox-rules.js").Rules}
 */
export const rulesFor = ({ unreached, others }) => ({
  // Not sent at all where nobody it was for has it.
  delivery: unreached.length < others ? { state: "sent" }
    : { state: "failed", reason: (unreached.find(mayPass) ?? unreached[0]).reason },
  remember: async (records, message, me) => {
    const item = await itemOf(records, message.messageID, me.deviceID);
    // Only what is shown is worth remembering, and trying again.
    if (!item) return;
    changeItem(records, item, { undelivered: unreached });
    const nextAt = nextAttempt(unreached, 0, me.now);
    if (nextAt) records.put(names.undelivered(message.messageID), { message, attempts: 0, nextAt });
  },
});

/**
 * Tries again what is due: a few times, in a round of sending.
 *
 * @param {Device} device
 * @param {Map<string, Waiting>} waiting
 */
export async function retryDue(device, waiting) {
  for (const [name, entry] of waiting) {
    if (entry.nextAt > device.now()) continue;
    const item = await itemOf(/** @type {any} */ (device.store), entry.message.messageID, device.deviceID);
    const accounts = (item?.undelivered ?? []).filter(mayPass).map(({ accountID }) => accountID);
    /** @type {SendReport | undefined} */
    let report;
    try {
      if (accounts.length > 0) report = await sendNow(device, { ...entry.message, accounts });
    } catch (error) {
      if (leavesQueued(error)) throw error;
    }
    const one = report;
    await device.change((records) => tried(records, name, one, device.me));
  }
}

/**
 * @param {StagedRecords} records
 * @param {string} name of the record
 * @param {SendReport | undefined} report nothing where the relay refused the whole
 * @param {Me} me
 */
export async function tried(records, name, report, { deviceID, now }) {
  /** @type {Waiting | undefined} */
  const entry = await records.get(name);
  if (!entry) return;
  const item = await itemOf(records, entry.message.messageID, deviceID);
  const before = item?.undelivered ?? [];
  const left = report
    ? [...before.filter((one) => !mayPass(one)), ...report.unreached] : before;
  const attempts = entry.attempts + 1;
  const nextAt = report && item ? nextAttempt(left, attempts, now) : undefined;
  records.put(name, nextAt ? { ...entry, attempts, nextAt } : undefined);
  if (!item) return;
  const isReached = left.length < before.length && item.delivery?.state === "failed";
  changeItem(records, item, {
    undelivered: left, ...(isReached && { delivery: { state: "sent" } }),
  });
}
