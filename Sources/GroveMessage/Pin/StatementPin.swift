public import GroveIdentity

/// The newest statement of a contact that this device has verified: it never goes backwards
/// (protocol 11.1).
public struct StatementPin: Hashable, Sendable, Codable {
  /// Whose list was verified.
  public let accountID: AccountID
  /// The newest statement that was verified.
  public let statement: StatementReference

  /// The pinned number: a chain that does not reach it is an older state.
  public var seq: UInt64 { statement.seq }
  /// The pinned hash: another one under the same number is a fork.
  public var hash: StatementHash { statement.hash }

  /// For a pin that was stored; a new one comes from a verified chain.
  public init(accountID: AccountID, seq: UInt64, hash: StatementHash) {
    self.accountID = accountID
    self.statement = StatementReference(seq: seq, hash: hash)
  }

  /// The pin a verified chain leads to.
  public init(_ chain: StatementChain) {
    self.init(accountID: chain.accountID, seq: chain.newest.seq, hash: chain.newestHash)
  }
}

/// What a verified chain, as the relay shows it now, means for one that was seen before.
public enum PinVerdict: Hashable, Sendable {
  /// Nothing new.
  case same
  /// The account has changed its list: take the offered chain and this pin.
  case advance(StatementPin)
  /// The relay shows an older state. Keep what is pinned: going back would bring removed devices
  /// back.
  case behind
  /// Two histories of one account. Keep what is pinned, and the alarm.
  case fork(DeviceListAlarm)
  /// It is the chain of another account, which says nothing about this one.
  case otherAccount
}

extension StatementPin {
  /// Judges a verified chain against this pin alone. Without the pinned record a fork's evidence
  /// holds the offered one and the pinned hash; `StatementChain.judge(offered:)` keeps both.
  public func judge(offered: StatementChain) -> PinVerdict {
    guard offered.accountID == accountID else { return .otherAccount }
    guard let same = offered.statement(seq) else { return .behind }
    guard same.hash == hash else {
      return .fork(
        DeviceListAlarm(
          reason: .fork, accountID: accountID, known: statement, knownRecord: nil,
          other: same.reference, otherRecord: offered.record(seq)))
    }
    return offered.newest.seq == seq ? .same : .advance(StatementPin(offered))
  }
}

extension StatementChain {
  /// Judges the chain the relay shows now against this one, which was verified before. A fork is
  /// shown at the first number where the histories part, with both signed statements.
  public func judge(offered: StatementChain) -> PinVerdict {
    guard offered.accountID == accountID else { return .otherAccount }
    let parting = zip(statements, offered.statements).first { $0.hash != $1.hash }
    if let (mine, theirs) = parting {
      return .fork(
        DeviceListAlarm(
          reason: .fork, accountID: accountID, known: mine.reference,
          knownRecord: record(mine.seq), other: theirs.reference,
          otherRecord: offered.record(theirs.seq)))
    }
    if offered.newest.seq == newest.seq { return .same }
    return offered.newest.seq > newest.seq ? .advance(StatementPin(offered)) : .behind
  }
}
