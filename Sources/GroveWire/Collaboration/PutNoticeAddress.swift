public import GroveIdentity
public import GroveMessage

/// Where the caller wants to hear of what others do in a collaboration (protocol 12.8): what its
/// messenger has handed the app.
public struct PutNoticeAddress: Hashable, Sendable, Codable {
  /// At the person's relay; at most 512 bytes. Whoever has it and the server's push key can post there.
  public var endpoint: String
  /// The person's key, which messages are sealed to (RFC 8291).
  public var p256dh: PublicKey
  /// The secret that comes with it.
  public var auth: PushSecret

  /// Made by the app from what the messenger hands over.
  public init(endpoint: String, p256dh: PublicKey, auth: PushSecret) {
    self.endpoint = endpoint
    self.p256dh = p256dh
    self.auth = auth
  }
}
