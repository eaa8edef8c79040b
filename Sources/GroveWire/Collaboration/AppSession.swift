public import GroveIdentity

/// A signed-in app account. Pages get the same token as a cookie.
public struct AppSession: Hashable, Sendable, Codable {
  /// Bearer token. Secret.
  public var token: String
  public var account: AccountLabel
  public var displayName: String
  public var expiresAt: DecimalUInt64
  /// To be shown at the next signing in on this device (`CreateSession.device`). It opens nothing by
  /// itself, outlives the session, and ends with the password. Absent at servers from before it.
  public var device: String?

  public init(
    token: String, account: AccountLabel, displayName: String, expiresAt: DecimalUInt64,
    device: String? = nil
  ) {
    self.token = token
    self.account = account
    self.displayName = displayName
    self.expiresAt = expiresAt
    self.device = device
  }
}
