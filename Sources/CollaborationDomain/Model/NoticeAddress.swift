public import GroveIdentity

/// Where one person hears of a collaboration (protocol 12.8): an address at the person's relay and what
/// a message to it is sealed with. It belongs to an identity and goes with its binding.
public struct NoticeAddress: Hashable, Sendable {
  /// With `root`, the row's key.
  public var collaborationID: CollaborationID
  /// The identity it was handed over for.
  public var root: RootHash
  /// The account bound to that identity: it is told nothing that it did itself.
  public var account: AccountLabel
  /// Where messages are posted to.
  public var endpoint: NoticeEndpoint
  /// The person's key that they are sealed to (`p256dh` of RFC 8291).
  public var key: PublicKey
  /// Who does not have it can seal nothing to the key (`auth` of RFC 8291).
  public var secret: NoticeSecret
  /// What the next notice counts. It begins at the time, so that an address that comes after one that
  /// was deleted goes on above it: messengers drop counters they have seen.
  public var nextCounter: UInt64
  /// The collaboration has ended, and this one hears of that and of nothing else.
  public var isLast: Bool

  /// Made when a messenger's app hands it over.
  public init(
    collaborationID: CollaborationID, root: RootHash, account: AccountLabel,
    endpoint: NoticeEndpoint, key: PublicKey, secret: NoticeSecret, nextCounter: UInt64,
    isLast: Bool = false
  ) {
    self.collaborationID = collaborationID
    self.root = root
    self.account = account
    self.endpoint = endpoint
    self.key = key
    self.secret = secret
    self.nextCounter = nextCounter
    self.isLast = isLast
  }
}

/// 16 bytes that come with the key of a notice address.
public struct NoticeSecret: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// The address of a push service's resource: the relay's origin, then a path that is a secret of the
/// relay and of this server.
public struct NoticeEndpoint: CheckedText {
  /// Longer ones are refused.
  public static let maximumBytes = 512
  public let bytes: [UInt8]
  /// Whom a message is posted to, and whom its authorization is for.
  public let relay: Origin

  /// - Throws: `malformed` for anything but an origin (https, or http on loopback) in its own text and
  ///   a path of visible ASCII; `limitExceeded` above 512 bytes.
  public init(_ text: String) throws(IdentityError) {
    relay = try Origin(ofEndpoint: text, maximumBytes: Self.maximumBytes)
    bytes = Array(text.utf8)
  }
}
