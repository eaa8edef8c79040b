public import GroveIdentity

/// What a sign-in code is known by. The code itself is never kept.
public struct SignInCodeHash: FixedBytes {
  public static let byteCount = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// A code by which a person who is signed in on one device signs in on another, once. An account has one at
/// most: a newer one takes the place of the older.
public struct SignInCodeRecord: Hashable, Sendable {
  /// Whose it is.
  public var account: AccountLabel
  /// The session that made it: the code is good no longer than that.
  public var session: SessionHash
  /// What the code is known by.
  public var hash: SignInCodeHash
  /// Milliseconds since 1970: from then on the code is refused.
  public var expiresAt: UInt64

  /// Made by `SignInCodeRules.make`.
  public init(
    account: AccountLabel, session: SessionHash, hash: SignInCodeHash, expiresAt: UInt64
  ) {
    self.account = account
    self.session = session
    self.hash = hash
    self.expiresAt = expiresAt
  }
}
