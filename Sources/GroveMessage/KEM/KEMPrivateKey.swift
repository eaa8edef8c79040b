import Crypto
public import GroveIdentity

/// The private half of a KEM key: opens envelopes and nothing else (protocol 3.1, 10.2).
public struct KEMPrivateKey: Sendable, Redacted {
  /// Goes into the record that the device publishes.
  public let publicKey: PublicKey
  let key: P256.KeyAgreement.PrivateKey

  /// A fresh key. Its scalar comes from the cryptographic library's own generator.
  public init() throws(IdentityError) {
    try self.init(P256.KeyAgreement.PrivateKey(compactRepresentable: false))
  }

  /// The key of a scalar that the device has kept.
  /// - Parameter scalar: 32 bytes, big-endian, in 1...n-1.
  /// - Throws: `keyInvalid`.
  public init(scalar: SecretBytes) throws(IdentityError) {
    let bytes = scalar.exportBytes()
    guard bytes.count == 32,
      let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: bytes)
    else { throw IdentityError(.keyInvalid, "not a P-256 scalar") }
    try self.init(key)
  }

  private init(_ key: P256.KeyAgreement.PrivateKey) throws(IdentityError) {
    self.key = key
    publicKey = try PublicKey(Array(key.publicKey.x963Representation))
  }

  /// The 32-byte scalar, for the key file of the device that owns it.
  public func exportScalar() -> SecretBytes { SecretBytes(Array(key.rawRepresentation)) }
}
