public import GroveIdentity

/// An app account this server has met: a local one with a password, or one that the app's own
/// backend acts for, without.
public struct AccountRecord: Hashable, Sendable {
  public var account: AccountLabel
  public var displayName: String
  /// Nil for accounts that only a backend acts for: nobody can sign in to them here.
  public var password: PasswordRecord?
  /// Milliseconds since 1970.
  public var createdAt: UInt64

  public init(
    account: AccountLabel, displayName: String, password: PasswordRecord?, createdAt: UInt64
  ) {
    self.account = account
    self.displayName = displayName
    self.password = password
    self.createdAt = createdAt
  }
}
