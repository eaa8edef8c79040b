public import GroveIdentity

/// A signed-in app account. Pages get the same token as a cookie.
public struct AppSession: Hashable, Sendable, Codable {
  /// Bearer token. Secret.
  public var token: String
  public var account: AccountLabel
  public var displayName: String
  public var expiresAt: DecimalUInt64

  public init(token: String, account: AccountLabel, displayName: String, expiresAt: DecimalUInt64) {
    self.token = token
    self.account = account
    self.displayName = displayName
    self.expiresAt = expiresAt
  }
}
