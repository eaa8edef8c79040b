public import GroveIdentity

/// Creates an app account with a password (local accounts only).
public struct CreateAppAccount: Hashable, Sendable, Codable {
  /// Unique at this server (protocol 2.8).
  public var account: AccountLabel
  /// 1..128 bytes.
  public var displayName: String
  /// 8..1024 bytes; kept under scrypt. Secret.
  public var password: String

  /// Made where somebody registers; servers that take no registrations answer `forbidden`.
  public init(account: AccountLabel, displayName: String, password: String) {
    self.account = account
    self.displayName = displayName
    self.password = password
  }
}
