public import GroveIdentity

/// Where apps' servers tell this account what happens, and whether its person wants that: from one of
/// their devices to the others (content type 7, protocol 12.8).
///
/// Sealed to the account's own devices only, and nobody else's word for it counts.
public struct NoticeAddresses: ContentBody, Redacted {
  /// Type 7 (protocol 18.3).
  public static let contentType = ContentType.noticeAddresses

  /// More of either are sent in several messages.
  public static let maximum = 32

  /// A notice address with what opens what is pushed to it.
  public struct Address: Hashable, Sendable, Codable, Redacted {
    /// The app's origin, which is that of the collaboration's link.
    public var audience: Origin
    /// What the app's server tells about.
    public var collaborationID: CollaborationID
    /// The relay's name for it; 16 bytes.
    public var addressID: Base64URLBytes
    /// Where the server posts to, at most 512 bytes.
    public var endpoint: String
    /// The key that alone may push to it.
    public var serverKey: PublicKey
    /// What is sealed to (RFC 8291).
    public var p256dh: PublicKey
    /// That key's scalar, 32 bytes.
    public var privateKey: Base64URLBytes
    /// The secret that comes with it.
    public var auth: PushSecret

    /// Made by the device that has asked the relay for the address, or was told of it.
    public init(
      audience: Origin, collaborationID: CollaborationID, addressID: Base64URLBytes,
      endpoint: String, serverKey: PublicKey, p256dh: PublicKey, privateKey: Base64URLBytes,
      auth: PushSecret
    ) {
      self.audience = audience
      self.collaborationID = collaborationID
      self.addressID = addressID
      self.endpoint = endpoint
      self.serverKey = serverKey
      self.p256dh = p256dh
      self.privateKey = privateKey
      self.auth = auth
    }

    /// Checked with the content, and where a relay has just made the address.
    /// - Throws: `limitExceeded` for an endpoint above 512 bytes; `malformed` for one that is no address or
    ///   has other than visible characters of ASCII, quotes and backslashes (JSON would write them longer).
    public func checkLimits() throws(IdentityError) {
      try ContentLimit.check(endpoint, 512, "endpoint")
      let isHTTP = endpoint.hasPrefix("https://") || endpoint.hasPrefix("http://")
      let isPlain = endpoint.utf8.allSatisfy {
        (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      guard isHTTP, isPlain, addressID.bytes.count == 16, privateKey.bytes.count == 32 else {
        throw IdentityError(.malformed, "a notice address")
      }
    }
  }

  /// Whether the person wants an app's server to tell them.
  public struct Choice: Hashable, Sendable, Codable {
    /// The app's origin.
    public var audience: Origin
    /// False: nothing of it is shown, and nothing handed out.
    public var isWanted: Bool
    /// Milliseconds since 1970, by the clock of the device it was chosen on: the latest counts.
    public var at: DecimalUInt64

    /// Made where the person has chosen, or was told of it.
    public init(audience: Origin, isWanted: Bool, at: UInt64) {
      self.audience = audience
      self.isWanted = isWanted
      self.at = DecimalUInt64(at)
    }
  }

  /// Written as `"v":1`; another version is refused when it is read.
  public private(set) var v = ContentVersion()
  /// At most 32.
  public var addresses: [Address]
  /// At most 32.
  public var choices: [Choice]

  /// Made by a device for the account's others.
  public init(addresses: [Address], choices: [Choice]) {
    self.addresses = addresses
    self.choices = choices
  }

  /// Checked before it is sent and after it was read.
  /// - Throws: `limitExceeded` above 32 of either or an endpoint above 512 bytes; `malformed` for
  ///   nothing at all, the same twice, and for what is no address.
  public func checkLimits() throws(IdentityError) {
    try ContentLimit.check(count: addresses.count, Self.maximum, "addresses")
    try ContentLimit.check(count: choices.count, Self.maximum, "choices")
    guard !addresses.isEmpty || !choices.isEmpty else {
      throw IdentityError(.malformed, "neither addresses nor choices")
    }
    guard Set(addresses.map(\.addressID)).count == addresses.count,
      Set(choices.map(\.audience)).count == choices.count
    else { throw IdentityError(.malformed, "the same twice") }
    for address in addresses { try address.checkLimits() }
  }
}
