public import GroveIdentity

/// What names a lock: a `urn:uuid:` address (RFC 4918, section 6.5).
public struct DriveLockToken: Hashable, Sendable, Comparable, Codable {
  public let text: String

  /// - Parameter random: 16 fresh random bytes.
  public init(random: [UInt8]) {
    var bytes = Array((random + [UInt8](repeating: 0, count: 16)).prefix(16))
    // A random one (RFC 9562, section 5.4).
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let hex = Hex.encode(bytes)
    var text = "urn:uuid:"
    for (index, letter) in hex.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(letter)
    }
    self.text = text
  }

  /// As a client or a row has it; one that is no token is nobody's.
  public init(text: String) { self.text = text }

  public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

/// A write lock (RFC 4918, section 7).
public struct DriveLock: Hashable, Sendable {
  public var token: DriveLockToken
  /// Whose drive it is in.
  public var account: AccountLabel
  /// Who took it: the drive's owner, or somebody with whom it is shared.
  public var holder: AccountLabel
  /// What it was taken on.
  public var node: DriveNodeID
  /// Nobody else has one meanwhile; else others may share it.
  public var isExclusive: Bool
  /// Whether it reaches everything below.
  public var isDeep: Bool
  /// What the client says of who holds it: an XML element as text, empty for none.
  public var owner: String
  /// Milliseconds since 1970.
  public var expiresAt: UInt64

  public init(
    token: DriveLockToken, account: AccountLabel, holder: AccountLabel, node: DriveNodeID,
    isExclusive: Bool, isDeep: Bool, owner: String, expiresAt: UInt64
  ) {
    self.token = token
    self.account = account
    self.holder = holder
    self.node = node
    self.isExclusive = isExclusive
    self.isDeep = isDeep
    self.owner = owner
    self.expiresAt = expiresAt
  }
}
