import Crypto
import CryptoExtras
import Foundation
import GroveIdentity
import GroveSystem

/// A key file's passphrase, turned into a key once (protocol 3.7 allows scrypt here): scrypt (RFC
/// 7914), then AES-256-GCM. The passphrase itself is not kept.
struct KeyFileSeal: Sendable, Redacted {
  /// What stands in the file. The parameters stand with it, so that they can grow.
  struct Sealed: Codable, Sendable {
    var kdf: String
    var n: Int
    var r: Int
    var p: Int
    var salt: Base64URLBytes
    var nonce: Base64URLBytes
    /// Ciphertext and tag.
    var sealed: Base64URLBytes
  }

  /// 64 MiB and about a quarter of a second.
  static let defaultRounds = 1 << 16
  private static let blockSize = 8
  private static let parallelism = 1

  private let key: SymmetricKey
  private let salt: [UInt8]
  /// scrypt's N.
  private let rounds: Int

  init(passphrase: String, salt: [UInt8], rounds: Int = defaultRounds) throws(MessengerError) {
    self.salt = salt
    self.rounds = rounds
    do {
      // Composed and decomposed letters look alike, so people's keyboards may send either.
      key = try KDF.Scrypt.deriveKey(
        from: Array(passphrase.precomposedStringWithCanonicalMapping.utf8), salt: salt,
        outputByteCount: 32, rounds: rounds, blockSize: Self.blockSize,
        parallelism: Self.parallelism)
    } catch {
      throw MessengerError(.internalError, "scrypt")
    }
  }

  /// For a file that is there. More than this version asks for is refused: a file must not decide
  /// how much memory opening it takes.
  init(passphrase: String, sealed: Sealed) throws(MessengerError) {
    guard sealed.kdf == "scrypt", (1 << 10...Self.defaultRounds).contains(sealed.n),
      sealed.r == Self.blockSize,
      sealed.p == Self.parallelism, sealed.salt.bytes.count == 32
    else { throw MessengerError(.keyFileMalformed) }
    try self.init(passphrase: passphrase, salt: sealed.salt.bytes, rounds: sealed.n)
  }

  func seal(_ bytes: [UInt8], nonce: [UInt8]) throws -> Sealed {
    let box = try AES.GCM.seal(
      bytes, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: salt)
    return Sealed(
      kdf: "scrypt", n: rounds, r: Self.blockSize, p: Self.parallelism,
      salt: Base64URLBytes(salt), nonce: Base64URLBytes(nonce),
      sealed: Base64URLBytes(Array(box.ciphertext) + Array(box.tag)))
  }

  func open(_ sealed: Sealed) throws(MessengerError) -> [UInt8] {
    let bytes = sealed.sealed.bytes
    guard bytes.count >= 16, sealed.nonce.bytes.count == 12 else {
      throw MessengerError(.keyFileMalformed)
    }
    do {
      let box = try AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: sealed.nonce.bytes), ciphertext: bytes.dropLast(16),
        tag: bytes.suffix(16))
      return Array(try AES.GCM.open(box, using: key, authenticating: salt))
    } catch {
      throw MessengerError(.passphraseWrong)
    }
  }
}
