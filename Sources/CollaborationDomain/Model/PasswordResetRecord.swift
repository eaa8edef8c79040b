public import GroveIdentity

/// The SHA-256 of what a reset link carries. The secret itself is never kept.
public struct PasswordResetHash: FixedBytes {
  public static let byteCount = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// A link by which a person may choose another password, once. An account has one at most: a newer
/// one takes the place of the older.
public struct PasswordResetRecord: Hashable, Sendable {
  /// Whose password.
  public var account: AccountLabel
  /// What the secret in the link is known by.
  public var hash: PasswordResetHash
  /// Milliseconds since 1970: from then on the link is refused.
  public var expiresAt: UInt64

  /// Made when an operator asks for a link.
  public init(account: AccountLabel, hash: PasswordResetHash, expiresAt: UInt64) {
    self.account = account
    self.hash = hash
    self.expiresAt = expiresAt
  }
}
