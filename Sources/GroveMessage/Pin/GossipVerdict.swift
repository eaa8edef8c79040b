import GroveIdentity

/// What it means that somebody saw a statement of an account whose chain is held here
/// (protocol 11.2).
public enum GossipVerdict: Hashable, Sendable {
  /// It is in the chain: everyone sees one history.
  case known
  /// It is beyond the chain: fetch, then ask again. Still unknown means that the relay shows others
  /// a list it hides from here.
  case newerThanMine
  /// The chain has another statement of that number: a split view.
  case fork(DeviceListAlarm)
}

extension StatementChain {
  /// Compares what somebody else was shown of this account with this chain.
  public func judge(seen: StatementReference) -> GossipVerdict {
    guard let mine = statement(seen.seq) else { return .newerThanMine }
    guard mine.hash != seen.hash else { return .known }
    return .fork(
      DeviceListAlarm(
        reason: .reportedFork, accountID: accountID, known: mine.reference,
        knownRecord: record(mine.seq), other: seen, otherRecord: nil))
  }
}
