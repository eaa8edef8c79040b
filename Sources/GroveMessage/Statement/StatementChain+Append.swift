import GroveIdentity

extension StatementChain {
  /// What became of an offered statement.
  public enum AppendResult: Hashable, Sendable {
    /// It is the newest now.
    case appended
    /// The chain has it already, at whatever place; nothing changed.
    case alreadyKnown
    /// It is valid, and so is another one of the same number: the account's keys signed two
    /// different histories. Nothing changed; the alarm is kept as evidence (protocol 11.1).
    case forked(DeviceListAlarm)
    /// It is not valid; nothing changed.
    case refused(StatementRefusal)
  }

  /// Takes the next statement if it is valid after the newest (protocol 3.5).
  public mutating func append(_ record: SignedStatement) -> AppendResult {
    let check: StatementCheck
    do {
      check = try StatementCheck(record)
    } catch {
      return .refused(error)
    }
    if let known = statement(check.statement.seq) { return judge(check, against: known) }
    guard check.statement.seq == newest.seq + 1 else { return .refused(.sequenceSkipped) }
    do {
      try check.follows(newest, of: accountID)
    } catch {
      return .refused(error)
    }
    add(record, check.statement)
    return .appended
  }

  /// A statement with a number this chain has: the same one, a forgery, or a fork. Only a valid
  /// one is a fork, or anybody could raise an alarm about anybody.
  private func judge(_ check: StatementCheck, against known: AccountStatement) -> AppendResult {
    if check.statement.hash == known.hash { return .alreadyKnown }
    guard known.seq > 0, let previous = statement(known.seq - 1) else {
      return .refused(.accountMismatch)
    }
    do {
      try check.follows(previous, of: accountID)
    } catch {
      return .refused(error)
    }
    return .forked(
      DeviceListAlarm(
        fork: accountID, known: known.reference, record: record(known.seq),
        other: check.statement.reference, otherRecord: check.record))
  }
}
