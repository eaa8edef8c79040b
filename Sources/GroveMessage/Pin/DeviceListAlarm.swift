public import GroveIdentity

/// Somebody was shown a device list of an account that does not belong to the history known here:
/// stored as evidence, shown to the person, never resolved silently (protocol 11.1, 11.2, 6.3d).
public struct DeviceListAlarm: Hashable, Sendable, Codable, Error {
  /// How the difference was found.
  public enum Reason: String, Hashable, Sendable, Codable {
    /// Two valid statements with one number; both signed records are here.
    case fork
    /// A message names another statement than ours for a number we have. The signed message that
    /// says so is the evidence; the statement itself was not seen.
    case reportedFork = "reported_fork"
    /// An invitation used a statement that is not in our own chain, even after a refresh.
    case unknownStatement = "unknown_statement"
  }

  /// What kind of difference it is, and so which evidence there is.
  public var reason: Reason
  /// The account whose list it is.
  public var accountID: AccountID
  /// What this device holds under that number, where it holds one.
  public var known: StatementReference?
  /// The signed statement behind `known`, where this device still has it.
  public var knownRecord: SignedStatement?
  /// What somebody else was shown.
  public var other: StatementReference
  /// The signed statement behind `other`, where it was seen.
  public var otherRecord: SignedStatement?

  /// Two valid statements with one number.
  init(
    fork accountID: AccountID, known: StatementReference, record: SignedStatement?,
    other: StatementReference, otherRecord: SignedStatement
  ) {
    self.init(
      reason: .fork, accountID: accountID, known: known, knownRecord: record, other: other,
      otherRecord: otherRecord)
  }

  init(
    reason: Reason, accountID: AccountID, known: StatementReference?,
    knownRecord: SignedStatement?, other: StatementReference, otherRecord: SignedStatement?
  ) {
    self.reason = reason
    self.accountID = accountID
    self.known = known
    self.knownRecord = knownRecord
    self.other = other
    self.otherRecord = otherRecord
  }
}
