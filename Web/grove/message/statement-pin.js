/**
 * @typedef {import("./device-list-alarm.js").DeviceListAlarm} DeviceListAlarm
 * @typedef {import("./statement-chain.js").StatementChain} StatementChain
 */

/**
 * What a verified chain, as the relay shows it now, means for the one that was verified before: it
 * never goes backwards (protocol 11.1). After `behind` and `fork` the held chain is kept: going
 * back would bring removed devices back.
 *
 * @param {StatementChain} held
 * @param {StatementChain} offered
 * @returns {{ verdict: "same" | "advance" | "behind" | "other_account" }
 *   | { verdict: "fork", alarm: DeviceListAlarm }}
 */
export function judgeOffered(held, offered) {
  if (offered.accountID !== held.accountID) return { verdict: "other_account" };
  const common = Math.min(held.statements.length, offered.statements.length);
  for (let seq = 0; seq < common; seq += 1) {
    const [mine, theirs] = [held.statements[seq], offered.statements[seq]];
    if (mine.hash === theirs.hash) continue;
    return {
      verdict: "fork",
      alarm: {
        reason: "fork", accountID: held.accountID, known: mine.reference,
        knownRecord: held.records[seq], other: theirs.reference, otherRecord: offered.records[seq],
      },
    };
  }
  const ahead = offered.statements.length - held.statements.length;
  return { verdict: ahead === 0 ? "same" : ahead > 0 ? "advance" : "behind" };
}
