import Crypto
import GroveIdentity

/// Seals secrets that the local database keeps, under a key of the key file: whoever copies the
/// database alone gets none of them (AES-256-GCM).
struct LocalSeal: Sendable, Redacted {
  private let key: SymmetricKey

  init(_ storageKey: SecretBytes) {
    key = storageKey.withUnsafeBytes { SymmetricKey(data: $0) }
  }

  /// - Parameters:
  ///   - nonce: 12 fresh random bytes.
  ///   - purpose: what the bytes are; a sealed value opens for no other purpose.
  func seal(_ secret: [UInt8], purpose: String, nonce: [UInt8]) throws -> [UInt8] {
    let box = try AES.GCM.seal(
      secret, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: Array(purpose.utf8))
    return nonce + Array(box.ciphertext) + Array(box.tag)
  }

  /// - Throws: where the bytes were not sealed here for this purpose.
  func open(_ sealed: [UInt8], purpose: String) throws -> SecretBytes {
    guard sealed.count >= 28 else { throw IdentityError(.malformed, "sealed value") }
    let box = try AES.GCM.SealedBox(
      nonce: AES.GCM.Nonce(data: sealed.prefix(12)),
      ciphertext: sealed.dropFirst(12).dropLast(16), tag: sealed.suffix(16))
    return SecretBytes(
      Array(try AES.GCM.open(box, using: key, authenticating: Array(purpose.utf8))))
  }
}
