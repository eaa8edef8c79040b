public import GroveIdentity

/// What a browser needs to know for subscribing.
public struct WebPushOffer: Hashable, Sendable, Codable {
  /// The relay's key for web push: `applicationServerKey` of the Push API.
  public var publicKey: PublicKey

  /// What a relay answers to `RelayRoutes.webPush`.
  public init(publicKey: PublicKey) {
    self.publicKey = publicKey
  }
}

/// Hands the calling device's subscription to the relay, in the place of an earlier one.
public struct SetWebPush: Hashable, Sendable, Codable {
  /// Where the browser's push service takes messages: https, at most 1024 bytes.
  public var endpoint: String
  /// The browser's key that messages are sealed to.
  public var p256dh: PublicKey
  /// 16 bytes that come with it.
  public var auth: Base64URLBytes

  /// Made from what `PushManager.subscribe` gives.
  public init(endpoint: String, p256dh: PublicKey, auth: Base64URLBytes) {
    self.endpoint = endpoint
    self.p256dh = p256dh
    self.auth = auth
  }
}
