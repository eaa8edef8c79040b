import Crypto

/// A P-256 key that signs: a device identity key or a diversified `d'` (protocol 3.1, 4.4).
///
/// The scalar stays inside the cryptographic library, which wipes it on release.
public struct SigningKey: Sendable, Redacted {
  /// What others verify its signatures with.
  public let publicKey: PublicKey
  private let key: P256.Signing.PrivateKey

  /// A fresh key. Its scalar comes from the cryptographic library's own generator.
  public init() {
    // compactRepresentable: false halves the cost; nothing here uses the compact form.
    self.init(P256.Signing.PrivateKey(compactRepresentable: false))
  }

  /// A key whose scalar comes from `generator`, for whoever has to make the same key again.
  /// - Throws: `keyInvalid`, which no generator reaches.
  public static func random(using generator: inout some RandomNumberGenerator)
    throws(IdentityError) -> SigningKey
  {
    try SigningKey(scalar: Scalar.random(using: &generator).bigEndianBytes)
  }

  /// The key of a scalar that the device has kept.
  /// - Parameter scalar: 32 bytes, big-endian, in 1...n-1.
  /// - Throws: `keyInvalid`.
  public init(scalar: [UInt8]) throws(IdentityError) {
    guard scalar.count == 32, let key = try? P256.Signing.PrivateKey(rawRepresentation: scalar)
    else { throw IdentityError(.keyInvalid, "not a P-256 scalar") }
    self.init(key)
  }

  /// The same for a scalar that was kept as a secret.
  public init(scalar: SecretBytes) throws(IdentityError) {
    try self.init(scalar: scalar.exportBytes())
  }

  private init(_ key: P256.Signing.PrivateKey) {
    self.key = key
    publicKey = PublicKey(key.publicKey)
  }

  /// ECDSA with SHA-256 over `message`; different bytes every time.
  ///
  /// A diversified key signs only transcripts that contain its own public key (protocol 4.7).
  /// - Returns: 64 bytes `r || s`.
  public func sign(_ message: [UInt8]) throws -> [UInt8] {
    Array(try key.signature(for: SHA256.hash(data: message)).rawRepresentation)
  }

  /// The 32-byte scalar, for the key file of the device that owns it.
  public func exportScalar() -> SecretBytes { SecretBytes(Array(key.rawRepresentation)) }
}
