import { judgeSeen } from "../message/device-list-alarm.js";
import { readAccount, want } from "./accounts.js";
import { addEverywhere } from "./security-lines.js";

/**
 * @typedef {import("./messenger-types.js").Alarm} Alarm
 * @typedef {import("./staged-records.js").StagedRecords} StagedRecords
 * @typedef {import("../message/device-list-alarm.js").DeviceListAlarm} DeviceListAlarm
 */

const kinds = /** @type {const} */ ({
  fork: "fork", reported_fork: "reported_fork", unknown_statement: "hidden_statement",
});

/**
 * @param {DeviceListAlarm} evidence
 * @param {string} [reportedBy]
 * @returns {Omit<Alarm, "raisedAt"> & Partial<DeviceListAlarm>}
 */
export const alarmOf = (evidence, reportedBy) => ({
  kind: kinds[evidence.reason], accountID: evidence.accountID, reportedBy,
  known: evidence.known, other: evidence.other,
  knownRecord: /** @type {any} */ (evidence.knownRecord?.toJSON()),
  otherRecord: /** @type {any} */ (evidence.otherRecord?.toJSON()),
});

/**
 * Stores an alarm once, with a line in every conversation with that account (protocol 11.1, 11.2):
 * evidence, shown, never resolved silently.
 *
 * @param {StagedRecords} records
 * @param {Omit<Alarm, "raisedAt"> & Partial<DeviceListAlarm>} alarm
 * @param {number} now
 */
export async function raise(records, alarm, now) {
  const { kind, accountID, known, other } = alarm;
  const sides = [known, other].map((side) => (side ? `${side.seq}.${side.hash}` : "-"));
  const name = `alarm/${kind}/${accountID}/${sides.join("/")}`;
  if (await records.get(name)) return;
  records.put(name, { ...alarm, raisedAt: now });
  await addEverywhere(records, accountID, { kind: "security", change: "alarm", accountID }, now);
}

/**
 * A message names another statement than the one its sender's list has of that number (protocol
 * 11.1).
 *
 * @param {StagedRecords} records
 * @param {import("../message/statement-chain.js").StatementChain} chain
 * @param {import("../message/opened-envelope.js").OpenedEnvelope} envelope
 * @param {number} now
 */
export async function raiseFork(records, chain, { claimedSender, claimedStatement }, now) {
  const judged = judgeSeen(chain, claimedStatement);
  if (judged.verdict === "fork") await raise(records, alarmOf(judged.alarm, claimedSender), now);
}

/**
 * What others were shown of accounts whose chains are held here, this account's own included.
 *
 * @param {StagedRecords} records
 * @param {import("../message/content/gossip.js").Gossip} gossip
 * @param {object} context
 * @param {string} context.sender
 * @param {boolean} context.isRefreshed the chains named were fetched since the message arrived: a
 *   statement that is still unknown is one the relay hides from this device
 * @param {number} context.now
 */
export async function hear(records, { seen }, { sender, isRefreshed, now }) {
  for (const { account, seq, hash } of seen) {
    const known = await readAccount(records, account);
    if (!known) continue;
    const judged = judgeSeen(known.chain, { seq, hash });
    if (judged.verdict === "fork") await raise(records, alarmOf(judged.alarm, sender), now);
    if (judged.verdict !== "newer_than_mine") continue;
    if (!isRefreshed) {
      await want(records, account, seq);
      continue;
    }
    await raise(records, {
      kind: "hidden_statement", accountID: account, reportedBy: sender,
      known: known.chain.newest.reference, other: { seq, hash },
    }, now);
  }
}
