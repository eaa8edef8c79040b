public import GroveIdentity

/// Asks the relay for an address that one app's server may push notices to (protocol 12.8).
public struct MakeNoticeAddress: Hashable, Sendable, Codable {
  /// The key that alone may push to it: the audience publishes it.
  public var serverKey: PublicKey

  /// Made by a messenger before it hands the app an address.
  public init(serverKey: PublicKey) {
    self.serverKey = serverKey
  }
}

/// An address that was given out. The endpoint is told this once; the relay keeps its hash.
public struct NoticeAddressMade: Hashable, Sendable, Codable {
  /// By which the account knows the address; 16 bytes.
  public var addressID: Base64URLBytes
  /// Where the server posts to: an address of this relay, with a token in it that nobody can guess.
  public var endpoint: String

  /// What a relay answers to `RelayRoutes.makeNoticeAddress`.
  public init(addressID: Base64URLBytes, endpoint: String) {
    self.addressID = addressID
    self.endpoint = endpoint
  }
}

/// The addresses an account has given out.
public struct NoticeAddressList: Hashable, Sendable, Codable {
  /// One of them.
  public struct Address: Hashable, Sendable, Codable {
    /// 16 bytes.
    public var addressID: Base64URLBytes
    /// Who may push to it.
    public var serverKey: PublicKey
    /// Milliseconds: when something came last, or when it was made.
    public var usedAt: DecimalUInt64

    /// A row of `NoticeAddressList`.
    public init(addressID: Base64URLBytes, serverKey: PublicKey, usedAt: DecimalUInt64) {
      self.addressID = addressID
      self.serverKey = serverKey
      self.usedAt = usedAt
    }
  }

  /// Ascending by identifier.
  public var addresses: [Address]

  /// What a relay answers to `RelayRoutes.noticeAddresses`.
  public init(addresses: [Address]) {
    self.addresses = addresses
  }
}

/// A pushed notice in a mailbox: sealed to the key of the address it came to (RFC 8291).
public struct NoticePushed: Hashable, Sendable, Codable {
  /// Which of the account's addresses; 16 bytes.
  public var addressID: Base64URLBytes
  /// At most 4096 bytes.
  public var body: Base64URLBytes

  /// One entry as a relay sends it.
  public init(addressID: Base64URLBytes, body: Base64URLBytes) {
    self.addressID = addressID
    self.body = body
  }
}
