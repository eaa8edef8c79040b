import { accepted, refused } from "../encoding/check-result.js";
import { AccountStatement } from "./account-statement.js";
import { checkGenesis, checkSuccessor } from "./statement-check.js";
import { StatementError } from "./statement-error.js";

/** @typedef {import("./signed-statement.js").SignedStatement} SignedStatement */
/** @typedef {import("./statement-error.js").StatementRefusal} StatementRefusal */
/** @typedef {{ seq: bigint, hash: string }} StatementReference */

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
   * @returns {Promise<import("../encoding/check-result.js").Answer<StatementChain, StatementRefusal>>}
   */
  static async verify(records) {
    const [genesis, ...later] = records;
    if (!genesis) return refused("not_genesis");
    return answering(async () => {
      let chain = new StatementChain([genesis], [await checkGenesis(genesis)]);
      for (const record of later) {
        const statement = await AccountStatement.decode(record.body);
        // A record told twice, or a fork inside the list, is no chain.
        if (chain.statement(statement.seq)) throw new StatementError("fork");
        chain = await chain.with(record, statement);
      }
      return chain;
    });
  }

  /**
   * @param {SignedStatement} record
   * @param {AccountStatement} statement decoded from it
   * @returns {Promise<StatementChain>} this one and the next statement
   * @throws {StatementError}
   */
  async with(record, statement) {
    if (statement.seq !== this.newest.seq + 1n) throw new StatementError("sequence_skipped");
    await checkSuccessor(record, statement, this.newest, this.accountID);
    return new StatementChain([...this.records, record], [...this.statements, statement]);
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
 * @returns {Promise<import("../encoding/check-result.js").Answer<Value, StatementRefusal>>}
 */
export async function answering(check) {
  try {
    return accepted(await check());
  } catch (error) {
    if (error instanceof StatementError) return refused(error.code);
    throw error;
  }
}
