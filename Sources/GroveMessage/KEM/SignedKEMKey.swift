public import GroveIdentity

/// A KEM key record as it travels: the encoded body and its device's signature (protocol 3.6).
///
/// Nothing in here has been checked.
public struct SignedKEMKey: Hashable, Sendable, Codable {
  /// The encoded record body.
  public var body: Base64URLBytes
  /// 64 bytes over `DS("kem-key") || body`, by the device's identity key.
  public var signature: Base64URLBytes

  /// For a record that was received or stored; to make a new one, sign a `KEMKeyRecord`.
  public init(body: Base64URLBytes, signature: Base64URLBytes) {
    self.body = body
    self.signature = signature
  }
}
