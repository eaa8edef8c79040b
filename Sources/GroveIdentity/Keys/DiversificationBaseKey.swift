import Crypto

/// A device's diversification base key (DBK), the only key whose scalar arithmetic touches
/// (protocol 3.1). It never signs and never agrees on a secret: it is only multiplied by blinds.
public struct DiversificationBaseKey: Sendable, Redacted {
  /// Goes into the device's entry (protocol 3.3); senders derive from it.
  public let publicKey: PublicKey
  private let scalar: SecretBytes

  /// A fresh key. Its scalar comes from the cryptographic library's own generator.
  public init() {
    let key = P256.Signing.PrivateKey(compactRepresentable: false)
    scalar = SecretBytes(Array(key.rawRepresentation))
    publicKey = PublicKey(key.publicKey)
  }

  /// A key whose scalar comes from `generator`, for whoever has to make the same key again.
  /// - Throws: `keyInvalid`, which no generator reaches.
  public static func random(using generator: inout some RandomNumberGenerator)
    throws(IdentityError) -> DiversificationBaseKey
  {
    try DiversificationBaseKey(scalar: Scalar.random(using: &generator).bigEndianBytes)
  }

  /// The key of a scalar that the device has kept.
  /// - Parameter scalar: 32 bytes, big-endian, in 1...n-1.
  /// - Throws: `keyInvalid`.
  public init(scalar: [UInt8]) throws(IdentityError) {
    publicKey = try SigningKey(scalar: scalar).publicKey
    self.scalar = SecretBytes(scalar)
  }

  /// The same for a scalar that was kept as a secret.
  public init(scalar: SecretBytes) throws(IdentityError) {
    try self.init(scalar: scalar.exportBytes())
  }

  /// The private half of diversification (protocol 4.4): `e = b·d mod n`, negated when `e·G` has
  /// an odd Y. The result's public key is what the sender computed from this key's public half.
  ///
  /// - Throws: `keyInvalid`, which no seed and context reach: a product of two scalars in 1...n-1
  ///   is never zero modulo the prime n.
  public func diversified(seed: IdentitySeed, context: IdentityContext)
    throws(IdentityError) -> SigningKey
  {
    let blind = Diversification(seed: seed, context: context).blind(for: publicKey)
    let product = scalar.withUnsafeBytes { Scalar(bigEndian: $0) }.multiplied(by: blind)
    let isOdd = try SigningKey(scalar: product.bigEndianBytes).publicKey.bytes[64] & 1
    return try SigningKey(scalar: product.negated(ifOne: UInt64(isOdd)).bigEndianBytes)
  }

  /// The 32-byte scalar, for the key file of the device that owns it.
  public func exportScalar() -> SecretBytes { scalar }
}
