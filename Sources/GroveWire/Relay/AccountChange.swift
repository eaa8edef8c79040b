public import GroveIdentity

/// A hint that an account the device shares a conversation with, or its own, has a newer statement.
public struct AccountChange: Hashable, Sendable, Codable {
  /// Whose chain to fetch.
  public var accountID: AccountID
  /// The newest statement's number, the relay's word.
  public var seq: DecimalUInt64

  /// Queued by the relay when a statement is published.
  public init(accountID: AccountID, seq: DecimalUInt64) {
    self.accountID = accountID
    self.seq = seq
  }
}
