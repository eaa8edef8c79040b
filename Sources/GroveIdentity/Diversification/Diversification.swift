import Crypto

/// Key diversification (protocol 4.4): from one seed and context, a blind for every base key and
/// a padding leaf for every place without a device.
///
/// The public half needs public keys only, so a sender makes keys that just the recipient's
/// devices can use; `DiversificationBaseKey.diversified` is the private half.
public struct Diversification: Sendable, Redacted {
  private let pseudoRandomKey: SymmetricKey

  /// Extracts the pseudo-random key that all blinds and padding of one identity come from:
  /// `HKDF-Extract(salt = context hash, IKM = seed)`.
  public init(seed: IdentitySeed, context: IdentityContext) {
    let input = seed.withUnsafeBytes { SymmetricKey(data: $0) }
    let extracted = HKDF<SHA256>.extract(inputKeyMaterial: input, salt: context.hash)
    pseudoRandomKey = extracted.withUnsafeBytes { SymmetricKey(data: $0) }
  }

  /// `D'`: the point with the x-coordinate of `b·D` and an even Y, for one base key.
  public static func publicKey(
    of base: PublicKey, seed: IdentitySeed, context: IdentityContext
  ) throws(IdentityError) -> PublicKey {
    try Diversification(seed: seed, context: context).publicKey(of: base)
  }

  /// The same for several keys of one seed.
  ///
  /// - Throws: `keyInvalid`, which no parsed key reaches: the blind is in 1...n-1 and the group
  ///   has prime order, so `b·D` is never the point at infinity.
  public func publicKey(of base: PublicKey) throws(IdentityError) -> PublicKey {
    do {
      // ECDH with the blind as private key gives exactly the x-coordinate of b·D.
      let blind = try P256.KeyAgreement.PrivateKey(
        rawRepresentation: blind(for: base).bigEndianBytes)
      let point = try P256.KeyAgreement.PublicKey(x963Representation: base.bytes)
      let x = try blind.sharedSecretFromKeyAgreement(with: point).withUnsafeBytes { Array($0) }
      return PublicKey(try P256.Signing.PublicKey(compressedRepresentation: [2] + x))
    } catch {
      throw IdentityError(.keyInvalid, "diversification")
    }
  }

  /// `b(D) = 1 + (OS2IP(HKDF-Expand(prk, DS("blind") || D, 48)) mod (n-1))`.
  func blind(for base: PublicKey) -> Scalar {
    expand(DomainLabel.blind.prefix + base.bytes, byteCount: 48)
      .withUnsafeBytes { Scalar(reducing: $0) }
  }

  func expand(_ info: [UInt8], byteCount: Int) -> SymmetricKey {
    HKDF<SHA256>.expand(
      pseudoRandomKey: pseudoRandomKey, info: info, outputByteCount: byteCount)
  }
}
