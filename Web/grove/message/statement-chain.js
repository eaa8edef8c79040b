import { accepted, refused } from "../encoding/answer.js";
import { AccountStatement } from "./account-statement.js";
import { checkGenesis, checkSuccessor } from "./statement-check.js";
import { StatementError } from "./statement-error.js";

/** @typedef {import("./signed-statement.js").SignedStatement} SignedStatement */
/** @typedef {import("./statement-error.js").StatementRefusal} StatementRefusal */
/** @typedef {import("./device-list-alarm.js").DeviceListAlarm} DeviceListAlarm */
/** @typedef {{ seq: bigint, hash: string }} StatementReference */

/**
 * What became of a record offered to a chain. `already_known` changes nothing; `forked` keeps what
 * is here and gives the evidence to be stored (protocol 11.1).
 *
 * @typedef {{ outcome: "appended", chain: StatementChain } | { outcome: "already_known" }
 *   | { outcome: "forked", alarm: DeviceListAlarm }
 *   | { outcome: "refused", refusal: StatementRefusal }} AppendResult
 */

/**
 * An account's verified history (protocol 3.4 to 3.5.1). Immutable: only checked records get in, so
 * whoever holds a chain may believe every statement of it.
 */
export class StatementChain {
  /**
   * @param {SignedStatement[]} records
   * @param {AccountStatement[]} statements verified, one for each record
   */
  constructor(records, statements) {
    this.records = records;
    this.statements = statements;
    this.accountID = statements[0].accountID;
    this.newest = statements[statements.length - 1];
    Object.freeze(this);
  }

  /**
   * Verifies a whole history.
   *
   * @param {SignedStatement[]} records the genesis record first
   * @returns {Promise<import("../encoding/answer.js").Answer<StatementChain, StatementRefusal>>}
   */
  static async verify(records) {
    const [genesis, ...later] = records;
    if (!genesis) return refused("not_genesis");
    return answering(async () => {
      let chain = new StatementChain([genesis], [await checkGenesis(genesis)]);
      for (const record of later) {
        const result = await chain.append(record);
        if (result.outcome === "refused") throw new StatementError(result.refusal);
        // A record told twice, or a fork inside the list, is no chain.
        if (result.outcome !== "appended") throw new StatementError("fork");
        chain = result.chain;
      }
      return chain;
    });
  }

  /**
   * @param {SignedStatement} record
   * @returns {Promise<AppendResult>}
   */
  async append(record) {
    const answer = await answering(async () => {
      const statement = await AccountStatement.decode(record.body);
      const known = this.statement(statement.seq);
      if (known) return this.#judge(record, statement, known);
      if (statement.seq !== this.newest.seq + 1n) throw new StatementError("sequence_skipped");
      await checkSuccessor(record, statement, this.newest, this.accountID);
      const chain = new StatementChain(
        [...this.records, record], [...this.statements, statement],
      );
      return /** @type {AppendResult} */ ({ outcome: "appended", chain });
    });
    return answer.ok ? answer.value : { outcome: "refused", refusal: answer.refusal };
  }

  /**
   * A second statement of a known number: a fork if it is valid itself, else a forgery.
   *
   * @param {SignedStatement} record
   * @param {AccountStatement} statement
   * @param {AccountStatement} known
   * @returns {Promise<AppendResult>}
   */
  async #judge(record, statement, known) {
    if (statement.hash === known.hash) return { outcome: "already_known" };
    const previous = this.statement(known.seq - 1n);
    if (!previous) throw new StatementError("account_mismatch");
    await checkSuccessor(record, statement, previous, this.accountID);
    return {
      outcome: "forked",
      alarm: {
        reason: "fork", accountID: this.accountID, known: known.reference,
        knownRecord: this.record(known.seq), other: statement.reference, otherRecord: record,
      },
    };
  }

  /**
   * @param {bigint} seq
   * @returns {AccountStatement | undefined}
   */
  statement(seq) {
    return this.statements[Number(seq)];
  }

  /**
   * @param {StatementReference} reference
   * @returns {AccountStatement | undefined} nothing where this chain has another one of that number
   */
  find({ seq, hash }) {
    const statement = this.statement(seq);
    return statement?.hash === hash ? statement : undefined;
  }

  /**
   * @param {bigint} seq
   * @returns {SignedStatement | undefined}
   */
  record(seq) {
    return this.records[Number(seq)];
  }

  get newestRecord() {
    return this.records[this.records.length - 1];
  }
}

/**
 * @template Value
 * @param {() => Promise<Value>} check
 * @returns {Promise<import("../encoding/answer.js").Answer<Value, StatementRefusal>>}
 */
async function answering(check) {
  try {
    return accepted(await check());
  } catch (error) {
    if (error instanceof StatementError) return refused(error.code);
    throw error;
  }
}
