public import GroveIdentity

/// The SHA-256 of an app password, which is random: what is stored. The password itself is never kept.
public struct AppPasswordHash: FixedBytes {
  public static let byteCount = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// A password for one program of a person's, which opens their drive and nothing else.
public struct AppPassword: Hashable, Sendable {
  public var hash: AppPasswordHash
  public var account: AccountLabel
  /// What the person calls the program.
  public var name: String
  /// Milliseconds since 1970.
  public var createdAt: UInt64
  /// To within ten minutes; 0 where it was never used.
  public var lastUsedAt: UInt64

  public init(
    hash: AppPasswordHash, account: AccountLabel, name: String, createdAt: UInt64,
    lastUsedAt: UInt64 = 0
  ) {
    self.hash = hash
    self.account = account
    self.name = name
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }

  /// Names it in lists; it opens nothing.
  public var id: String { Base64URL.encode(Array(hash.bytes.prefix(12))) }
}
