import Crypto

/// One of a collaboration server's challenge keys: 32 secret bytes with the number that names them
/// inside a challenge (protocol 7.2).
public struct ChallengeKey: Sendable, Redacted {
  /// Bytes of the secret (protocol 7.2).
  public static let byteCount = 32

  /// Travels in the clear; a node finds the key by it.
  public let keyID: UInt8
  private let key: SymmetricKey

  /// A key from the server's own key store.
  /// - Throws: `malformed` unless there are exactly 32 bytes.
  public init(keyID: UInt8, secret: SecretBytes) throws(IdentityError) {
    guard secret.count == Self.byteCount else {
      throw IdentityError(.malformed, "a challenge key is 32 bytes")
    }
    self.keyID = keyID
    key = secret.withUnsafeBytes { SymmetricKey(data: $0) }
  }

  /// A fresh key; a server gives it a number that no key it still recognises has.
  public static func random(
    keyID: UInt8, using generator: inout some RandomNumberGenerator
  ) -> ChallengeKey {
    let secret = SecretBytes.random(count: byteCount, using: &generator)
    return ChallengeKey(keyID: keyID, key: secret.withUnsafeBytes { SymmetricKey(data: $0) })
  }

  private init(keyID: UInt8, key: SymmetricKey) {
    self.keyID = keyID
    self.key = key
  }

  /// The 32 bytes, for the server's own key store.
  public func exportSecret() -> SecretBytes { key.withUnsafeBytes { SecretBytes(Array($0)) } }

  /// `HMAC-SHA256(K, DS("challenge") || first 36 bytes || H(context))`, 32 bytes.
  func authenticationCode(
    of header: ArraySlice<UInt8>, for binding: ChallengeBinding
  ) throws(IdentityError) -> [UInt8] {
    let message = try Self.message(header, binding)
    return Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
  }

  /// What a challenge's epoch is XORed with: the first 8 bytes, as an integer, of
  /// `HMAC-SHA256(K, DS("challenge-epoch") || first 12 bytes || nonce)`. The nonce is fresh in every
  /// challenge, so what travels is as good as 8 random bytes.
  func epochMask(after beginning: ArraySlice<UInt8>, _ nonce: ChallengeNonce) -> UInt64 {
    var writer = ByteWriter(.challengeEpoch, capacity: 64)
    writer.raw(beginning)
    writer.raw(nonce.bytes)
    let code = HMAC<SHA256>.authenticationCode(for: writer.bytes, using: key)
    return code.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// In constant time.
  func isValid(
    _ code: ArraySlice<UInt8>, of header: ArraySlice<UInt8>, for binding: ChallengeBinding
  )
    -> Bool
  {
    guard let message = try? Self.message(header, binding) else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
  }

  private static func message(_ header: ArraySlice<UInt8>, _ binding: ChallengeBinding)
    throws(IdentityError) -> [UInt8]
  {
    var writer = ByteWriter(.challenge, capacity: 128)
    writer.raw(header)
    writer.raw(try binding.contextHash())
    return writer.bytes
  }
}
