public import GroveMessage

/// Adds a KEM key for the calling device; a key identifier is never taken twice (protocol 3.6).
public struct PublishKEMKey: Hashable, Sendable, Codable {
  /// Signed by the calling device's identity key.
  public var kemKey: SignedKEMKey

  /// Made by a device about once a week (`KEMKeyRotation`).
  public init(kemKey: SignedKEMKey) {
    self.kemKey = kemKey
  }
}
