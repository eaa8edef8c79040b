import { names } from "../model/record-names.js";
import { changeItem, itemOf } from "../model/thread.js";

/**
 * Messages that did not reach everybody.
 *
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../model/messenger-types.js").Undelivery} Undelivery
 * @typedef {import("./outbox-rules.js").OutgoingMessage} OutgoingMessage
 * @typedef {import("../model/stored-device.js").Me} Me
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
 * Not sent at all where nobody it was for has it.
 *
 * @param {SendReport} report of an upload that has not reached everybody
 * @returns {import("../model/messenger-types.js").Delivery}
 */
export const deliveryOf = ({ unreached, others }) => (unreached.length < others ? { state: "sent" }
  : { state: "failed", reason: (unreached.find(mayPass) ?? unreached[0]).reason });

/**
 * Only of what is shown: nothing else is worth trying again.
 *
 * @param {Records} records
 * @param {OutgoingMessage} message
 * @param {SendReport} report
 * @param {Me} me
 */
export function rememberUnreached(records, message, { unreached }, { deviceID, now }) {
  const item = itemOf(records, message.messageID, deviceID);
  if (!item) return;
  changeItem(records, item, { undelivered: unreached });
  const nextAt = nextAttempt(unreached, 0, now);
  if (nextAt) records.put(names.undelivered(message.messageID), { message, attempts: 0, nextAt });
}

/**
 * What is to be tried again now.
 *
 * @param {import("../model/records.js").Reader} records
 * @param {Me} me
 * @returns {{ name: import("../model/record-names.js").Name<Waiting>, message: OutgoingMessage,
 *   accounts: string[] }[]}
 */
export function retriesDue(records, { deviceID, now }) {
  const due = [...records.list(names.undelivered())].filter(([, { nextAt }]) => nextAt <= now);
  return due.map(([name, { message }]) => {
    const people = itemOf(records, message.messageID, deviceID)?.undelivered ?? [];
    return { name, message, accounts: people.filter(mayPass).map(({ accountID }) => accountID) };
  });
}

/**
 * @param {Records} records
 * @param {import("../model/record-names.js").Name<Waiting>} name
 * @param {SendReport | undefined} report nothing where the relay refused the whole
 * @param {Me} me
 */
export function tried(records, name, report, { deviceID, now }) {
  const entry = records.get(name);
  if (!entry) return;
  const item = itemOf(records, entry.message.messageID, deviceID);
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
