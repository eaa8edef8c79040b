/**
 * Somebody was shown a device list that does not belong to the history known here: stored as
 * evidence, shown to the person, never resolved silently (protocol 11.1, 11.2, 6.3d).
 *
 * - `fork`: two valid statements with one number; both signed records are here.
 * - `reported_fork`: a signed message names another statement than ours for a number we have.
 * - `unknown_statement`: an invitation used a statement that is not in our own chain, even after a
 *   refresh.
 *
 * @typedef {object} DeviceListAlarm
 * @property {"fork" | "reported_fork" | "unknown_statement"} reason
 * @property {import("../encoding/identifiers.js").AccountID} accountID
 * @property {import("./statement-chain.js").StatementReference} [known] held here under that number
 * @property {import("./signed-statement.js").SignedStatement} [knownRecord]
 * @property {import("./statement-chain.js").StatementReference} other what somebody else was shown
 * @property {import("./signed-statement.js").SignedStatement} [otherRecord]
 */

/** @typedef {import("./statement-chain.js").StatementChain} StatementChain */

/**
 * What it means that somebody saw a statement of an account whose chain is held here (protocol
 * 11.2). `newer_than_mine`: fetch, then ask again; still unknown means that the relay shows others
 * a list it hides from here.
 *
 * @param {StatementChain} chain
 * @param {import("./statement-chain.js").StatementReference} seen
 * @returns {{ verdict: "known" } | { verdict: "newer_than_mine" }
 *   | { verdict: "fork", alarm: DeviceListAlarm }}
 */
export function judgeSeen(chain, seen) {
  const mine = chain.statement(seen.seq);
  if (!mine) return { verdict: "newer_than_mine" };
  if (mine.hash === seen.hash) return { verdict: "known" };
  return {
    verdict: "fork",
    alarm: {
      reason: "reported_fork", accountID: chain.accountID, known: mine.reference,
      knownRecord: chain.record(mine.seq), other: seen,
    },
  };
}
