import { AccountStatement } from "./account-statement.js";
import { answering } from "./statement-chain.js";
import { checkSuccessor } from "./statement-check.js";
import { StatementError } from "./statement-error.js";

/** @typedef {import("./statement-chain.js").StatementChain} StatementChain */
/** @typedef {import("./signed-statement.js").SignedStatement} SignedStatement */
/** @typedef {import("./statement-error.js").StatementRefusal} StatementRefusal */
/** @typedef {import("./device-list-alarm.js").DeviceListAlarm} DeviceListAlarm */

/**
 * What became of a record offered to a chain. `already_known` changes nothing; `forked` keeps what
 * is here and gives the evidence to be stored (protocol 11.1).
 *
 * @typedef {{ outcome: "appended", chain: StatementChain } | { outcome: "already_known" }
 *   | { outcome: "forked", alarm: DeviceListAlarm }
 *   | { outcome: "refused", refusal: StatementRefusal }} AppendResult
 */

/**
 * @param {StatementChain} chain stays as it is
 * @param {SignedStatement} record
 * @returns {Promise<AppendResult>}
 */
export async function append(chain, record) {
  const answer = await answering(async () => {
    const statement = await AccountStatement.decode(record.body);
    const known = chain.statement(statement.seq);
    if (known) return judge(chain, record, statement, known);
    const longer = await chain.with(record, statement);
    return /** @type {AppendResult} */ ({ outcome: "appended", chain: longer });
  });
  return answer.ok ? answer.value : { outcome: "refused", refusal: answer.refusal };
}

/**
 * A second statement of a known number: a fork if it is valid itself, else a forgery.
 *
 * @param {StatementChain} chain
 * @param {SignedStatement} record
 * @param {AccountStatement} statement
 * @param {AccountStatement} known
 * @returns {Promise<AppendResult>}
 */
async function judge(chain, record, statement, known) {
  if (statement.hash === known.hash) return { outcome: "already_known" };
  const previous = chain.statement(known.seq - 1n);
  if (!previous) throw new StatementError("account_mismatch");
  await checkSuccessor(record, statement, previous, chain.accountID);
  return {
    outcome: "forked",
    alarm: {
      reason: "fork", accountID: chain.accountID, known: known.reference,
      knownRecord: chain.record(known.seq), other: statement.reference, otherRecord: record,
    },
  };
}
