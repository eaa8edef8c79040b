public import GroveIdentity

/// Names a notice address among its account's (protocol 12.8); the secret that a server pushes to is
/// another.
public struct NoticeAddressID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// Where one app's server may tell one account about one collaboration (protocol 12.8). Which
/// collaboration that is the relay does not know.
public struct NoticeAddressRecord: Hashable, Sendable {
  /// By which its owner knows it.
  public var addressID: NoticeAddressID
  /// Whose mailboxes get what is pushed.
  public var owner: AccountID
  /// SHA-256 of the token in the endpoint.
  public var tokenHash: [UInt8]
  /// The key that alone may push to it (RFC 8292, 4).
  public var serverKey: PublicKey
  /// Milliseconds: when something came last, or when it was made.
  public var usedAt: UInt64

  /// Made by the rule that gives an address out.
  public init(
    addressID: NoticeAddressID, owner: AccountID, tokenHash: [UInt8], serverKey: PublicKey,
    usedAt: UInt64
  ) {
    self.addressID = addressID
    self.owner = owner
    self.tokenHash = tokenHash
    self.serverKey = serverKey
    self.usedAt = usedAt
  }
}

/// A pushed message on its way to the devices of the account it is for.
public struct PushedNotice: Hashable, Sendable {
  /// Which of the account's addresses it came to.
  public var addressID: NoticeAddressID
  /// The account.
  public var owner: AccountID
  /// A newer one of the same topic takes its place while it waits (RFC 8030, 5.4).
  public var topic: String?
  /// Milliseconds, the relay's clock: later it is not delivered any more (RFC 8030, 5.2).
  public var expiresAt: UInt64
  /// Sealed to the address's key; at most 4096 bytes.
  public var body: [UInt8]

  /// Made by `RelayRules.push`.
  public init(
    addressID: NoticeAddressID, owner: AccountID, topic: String?, expiresAt: UInt64,
    body: [UInt8]
  ) {
    self.addressID = addressID
    self.owner = owner
    self.topic = topic
    self.expiresAt = expiresAt
    self.body = body
  }
}

/// What waits in one mailbox of pushed messages.
public struct WaitingNotices: Hashable, Sendable {
  /// From the address asked for.
  public var ofAddress: Int
  /// From every address.
  public var all: Int
  /// Whether one of the topic asked for waits, whose place the next one takes.
  public var hasTopic: Bool

  /// Made by a store.
  public init(ofAddress: Int = 0, all: Int = 0, hasTopic: Bool = false) {
    self.ofAddress = ofAddress
    self.all = all
    self.hasTopic = hasTopic
  }
}
