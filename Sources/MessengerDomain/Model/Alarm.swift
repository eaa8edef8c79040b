public import GroveIdentity
public import GroveMessage

/// Something about an account's device list that does not fit together (protocol 11): stored as
/// evidence, shown, never resolved silently.
public struct Alarm: Hashable, Sendable, Codable {
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Two valid statements with one number.
    case fork
    /// A message names another statement than the one known here.
    case reportedFork = "reported_fork"
    /// Somebody was shown a statement that the relay hides from this device.
    case hiddenStatement = "hidden_statement"
    /// The relay shows an older list than before.
    case rolledBack = "rolled_back"
    /// The relay shows a list that is not valid.
    case invalidChain = "invalid_chain"
    /// The relay gives a known handle to another account.
    case handleMoved = "handle_moved"
  }

  public let kind: Kind
  /// Whose device list.
  public let accountID: AccountID
  /// Milliseconds since 1970, this device's clock.
  public let raisedAt: UInt64
  /// Who said so, where it came with a message.
  public let reportedBy: AccountID?
  public let known: StatementReference?
  public let other: StatementReference?
  /// Both sides of the contradiction, signed, where there are both.
  public let evidence: DeviceListAlarm?

  package init(
    _ kind: Kind, accountID: AccountID, raisedAt: UInt64, reportedBy: AccountID? = nil,
    known: StatementReference? = nil, other: StatementReference? = nil,
    evidence: DeviceListAlarm? = nil
  ) {
    self.kind = kind
    self.accountID = accountID
    self.raisedAt = raisedAt
    self.reportedBy = reportedBy
    self.known = known
    self.other = other
    self.evidence = evidence
  }

  /// The evidence of another part as an alarm.
  package init(_ evidence: DeviceListAlarm, raisedAt: UInt64, reportedBy: AccountID? = nil) {
    let kind: Kind =
      switch evidence.reason {
      case .fork: .fork
      case .reportedFork: .reportedFork
      case .unknownStatement: .hiddenStatement
      }
    self.init(
      kind, accountID: evidence.accountID, raisedAt: raisedAt, reportedBy: reportedBy,
      known: evidence.known, other: evidence.other, evidence: evidence)
  }

  /// Equal for the same contradiction told again: one alarm is stored, not one per message.
  package var identity: [UInt8] {
    var writer = ByteWriter()
    writer.raw(kind.rawValue.utf8)
    writer.raw(accountID.bytes)
    for reference in [known, other] {
      writer.u8(reference == nil ? 0 : 1)
      if let reference {
        writer.u64(reference.seq)
        writer.raw(reference.hash.bytes)
      }
    }
    return writer.bytes
  }
}
