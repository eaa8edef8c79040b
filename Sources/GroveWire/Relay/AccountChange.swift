public import GroveIdentity

/// A hint that an account the device shares a conversation with, or its own, has a newer statement.
public struct AccountChange: Hashable, Sendable, Codable {
  public var accountID: AccountID
  public var seq: DecimalUInt64

  public init(accountID: AccountID, seq: DecimalUInt64) {
    self.accountID = accountID
    self.seq = seq
  }
}
