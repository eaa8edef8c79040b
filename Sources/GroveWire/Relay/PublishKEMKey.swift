public import GroveMessage

/// Adds a KEM key for the calling device; a key identifier is never taken twice (protocol 3.6).
public struct PublishKEMKey: Hashable, Sendable, Codable {
  public var kemKey: SignedKEMKey

  public init(kemKey: SignedKEMKey) {
    self.kemKey = kemKey
  }
}
