import { judgeSeen } from "../../message/device-list-alarm.js";
import { readAccount, want } from "../model/known-account.js";
import { names } from "../model/record-names.js";
import { addEverywhere } from "../model/thread.js";

/**
 * @typedef {import("../model/messenger-types.js").Alarm} Alarm
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../../message/device-list-alarm.js").DeviceListAlarm} DeviceListAlarm
 * @typedef {import("../../message/statement-chain.js").StatementReference} StatementReference
 * @typedef {ReturnType<import("../../message/signed-statement.js").SignedStatement["toJSON"]>} Record
 *
 * @typedef {object} Evidence
 * @property {StatementReference} [known]
 * @property {StatementReference} [other]
 * @property {Record} [knownRecord]
 * @property {Record} [otherRecord]
 *
 * @typedef {Alarm & Evidence} StoredAlarm
 */

const kinds = /** @type {const} */ ({
  fork: "fork", reported_fork: "reported_fork", unknown_statement: "hidden_statement",
});

/**
 * @param {DeviceListAlarm} evidence
 * @param {string} [reportedBy]
 * @returns {Omit<StoredAlarm, "raisedAt">}
 */
export const alarmOf = (evidence, reportedBy) => ({
  kind: kinds[evidence.reason], accountID: evidence.accountID, reportedBy,
  known: evidence.known, other: evidence.other,
  knownRecord: evidence.knownRecord?.toJSON(), otherRecord: evidence.otherRecord?.toJSON(),
});

/**
 * Alarms that stand on one account's word. Whoever tells of more contradictions than that is heard already, and could
 * fill everybody's threads with what it has made up.
 */
export const maximumReported = 16;

/** @param {Records} records @param {string | undefined} reporter */
const hasSaidEnough = (records, reporter) => reporter !== undefined &&
  [...records.list(names.alarm()).values()].filter(({ reportedBy }) => reportedBy === reporter).length >= maximumReported;

/**
 * Stores an alarm once, with a line in every conversation with that account (protocol 11.1, 11.2):
 * evidence, shown, never resolved silently.
 *
 * @param {Records} records
 * @param {Omit<StoredAlarm, "raisedAt">} alarm
 * @param {number} now
 */
export function raise(records, alarm, now) {
  const { kind, accountID, known, other } = alarm;
  const sides = [known, other].map((side) => (side ? `${side.seq}.${side.hash}` : "-"));
  const name = names.alarm(`${kind}/${accountID}/${sides.join("/")}`);
  if (records.get(name) || hasSaidEnough(records, alarm.reportedBy)) return;
  records.put(name, { ...alarm, raisedAt: now });
  addEverywhere(records, accountID, { kind: "security", change: "alarm", accountID }, now);
}

/**
 * A message names another statement than the one its sender's list has of that number (protocol
 * 11.1). Believed only where the relay, too, says whose message it is: anybody can write a name.
 *
 * @param {Records} records
 * @param {import("../../message/statement-chain.js").StatementChain} chain of its sender
 * @param {StatementReference} named
 * @param {{ uploader?: string, now: number }} arrival
 */
export function heardNamed(records, chain, named, { uploader, now }) {
  const judged = judgeSeen(chain, named);
  if (judged.verdict !== "fork" || uploader !== chain.accountID) return;
  raise(records, alarmOf(judged.alarm, uploader), now);
}

/**
 * What others were shown of accounts whose chains are held here, this account's own included.
 *
 * @param {Records} records
 * @param {import("../../message/content/receipts-and-gossip.js").Gossip} gossip
 * @param {object} context
 * @param {string} context.sender
 * @param {boolean} context.isRefreshed the chains named were fetched since the message arrived: a
 *   statement that is still unknown is one the relay hides from this device
 * @param {number} context.now
 */
export function hear(records, { seen }, { sender, isRefreshed, now }) {
  for (const { account, seq, hash } of seen) {
    const known = readAccount(records, account);
    if (!known) continue;
    const judged = judgeSeen(known.chain, { seq, hash });
    if (judged.verdict === "fork") raise(records, alarmOf(judged.alarm, sender), now);
    if (judged.verdict !== "newer_than_mine") continue;
    if (!isRefreshed) {
      want(records, account, seq);
      continue;
    }
    raise(records, {
      kind: "hidden_statement", accountID: account, reportedBy: sender,
      known: known.chain.newest.reference, other: { seq, hash },
    }, now);
  }
}
