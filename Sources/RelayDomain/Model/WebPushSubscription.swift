public import GroveIdentity
public import GroveMessage

/// Where a browser's own push service takes messages for one device (RFC 8030), so that its person
/// hears of something new while the messenger's page is closed (protocol 12.10).
public struct WebPushSubscription: Hashable, Sendable {
  /// Whoever knows it, and has the key it was made for, can post there.
  public var endpoint: WebPushEndpoint
  /// The browser's key that messages are sealed to (`p256dh` of RFC 8291).
  public var key: PublicKey
  /// Who does not have it can seal nothing to the key (`auth` of RFC 8291).
  public var secret: PushSecret

  /// Made when the device hands it over.
  public init(endpoint: WebPushEndpoint, key: PublicKey, secret: PushSecret) {
    self.endpoint = endpoint
    self.key = key
    self.secret = secret
  }
}

/// The address of a push service's resource: its origin, then a path that is a secret.
public struct WebPushEndpoint: CheckedText {
  /// Longer ones are refused; those of the large services have 200 to 500.
  public static let maximumBytes = 1024
  public let bytes: [UInt8]
  /// Whom a message is posted to, and whom its authorization is for.
  public let service: Origin

  /// - Throws: `malformed` for anything but an origin (https, or http on loopback) in its own text and
  ///   a path of visible ASCII; `limitExceeded` above 1024 bytes.
  public init(_ text: String) throws(IdentityError) {
    service = try Origin(ofEndpoint: text, maximumBytes: Self.maximumBytes)
    bytes = Array(text.utf8)
  }
}
