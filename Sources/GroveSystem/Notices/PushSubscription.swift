public import GroveIdentity
public import GroveMessage

/// Where an app's server may tell this person what others do in one collaboration (protocol 12.8): a
/// Web Push subscription, as any such library knows it. The app gives it to its server and keeps nothing
/// of it.
///
/// As JSON it is the body that a Grove server takes: `{"endpoint":…,"p256dh":…,"auth":…}`.
public struct PushSubscription: Hashable, Sendable, Codable, Redacted {
  /// At the person's relay. Random, and another one for each collaboration.
  public let endpoint: String
  /// What is sealed to (RFC 8291).
  public let p256dh: PublicKey
  /// The secret that comes with it.
  public let auth: PushSecret

  /// Made by the messenger that has asked its relay for the endpoint.
  public init(endpoint: String, p256dh: PublicKey, auth: PushSecret) {
    self.endpoint = endpoint
    self.p256dh = p256dh
    self.auth = auth
  }
}

extension MessagingSystem {
  /// A messaging host that hands out no addresses.
  public func noticeAddress(
    for collaborationID: CollaborationID, of origin: Origin, pushKey: PublicKey
  ) async throws(MessengerError) -> PushSubscription? { nil }
}
