public import GroveIdentity

/// An app account this server has met: a local one with a password, or one that the app's own
/// backend acts for, without.
public struct AccountRecord: Hashable, Sendable {
  /// Unique at this server, compared as bytes.
  public var account: AccountLabel
  /// How others see the account, 1..128 bytes; a backend may change it with every request.
  public var displayName: String
  /// Nil for accounts that only a backend acts for: nobody can sign in to them here.
  public var password: PasswordRecord?
  /// Milliseconds since 1970.
  public var createdAt: UInt64

  /// Made at registration, and for an account that a backend names for the first time.
  public init(
    account: AccountLabel, displayName: String, password: PasswordRecord?, createdAt: UInt64
  ) {
    self.account = account
    self.displayName = displayName
    self.password = password
    self.createdAt = createdAt
  }
}
