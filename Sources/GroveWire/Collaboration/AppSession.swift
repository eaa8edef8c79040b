public import GroveIdentity

/// A signed-in app account. Pages get the same token as a cookie.
public struct AppSession: Hashable, Sendable, Codable {
  /// Bearer token. Secret.
  public var token: String
  /// The account that was created or signed in.
  public var account: AccountLabel
  /// How other participants see the account, 1..128 bytes.
  public var displayName: String
  /// Milliseconds since 1970: from then on the token is refused with `unauthenticated`.
  public var expiresAt: DecimalUInt64
  /// To be sent at the next signing in on this device (`CreateSession.device`), which then counts as
  /// known. It opens nothing by itself, outlives the session, and ends with the password. Nil from
  /// servers older than this member.
  public var device: String?

  /// What a server answers to creating an account and to signing in.
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
