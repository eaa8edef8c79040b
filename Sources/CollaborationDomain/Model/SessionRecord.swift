public import GroveIdentity

/// A signed-in app account. Times are milliseconds since 1970.
public struct SessionRecord: Hashable, Sendable {
  public var hash: SessionHash
  public var account: AccountLabel
  public var createdAt: UInt64
  public var expiresAt: UInt64

  public init(hash: SessionHash, account: AccountLabel, createdAt: UInt64, expiresAt: UInt64) {
    self.hash = hash
    self.account = account
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}
