public import GroveIdentity

/// A signed-in app account. Times are milliseconds since 1970.
public struct SessionRecord: Hashable, Sendable {
  /// The row's key.
  public var hash: SessionHash
  /// Who is signed in.
  public var account: AccountLabel
  /// When somebody signed in.
  public var createdAt: UInt64
  /// From then on the session is refused, used or not.
  public var expiresAt: UInt64
  /// To within `AccountRules.useIsNotedEvery`.
  public var lastUsedAt: UInt64
  /// In a few words, for the person whose session it is: “Firefox on Linux”. What the client said of
  /// itself; empty where it said nothing.
  public var device: String

  /// Made at registration and sign-in, and by a store from its row.
  /// - Parameter lastUsedAt: nil where it has not been used since it began.
  public init(
    hash: SessionHash, account: AccountLabel, createdAt: UInt64, expiresAt: UInt64,
    lastUsedAt: UInt64? = nil, device: String = ""
  ) {
    self.hash = hash
    self.account = account
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.lastUsedAt = lastUsedAt ?? createdAt
    self.device = device
  }

  /// Names the session in lists. A part of its hash, which opens nothing.
  public var id: String { Base64URL.encode(Array(hash.bytes.prefix(16))) }
}
