package import CollaborationDomain
import Crypto
package import GroveIdentity

/// What a person types on another device: ten characters of Crockford's base32, 50 bits.
///
/// Only `HMAC-SHA256(session key, DS("app-session") || u8 4 || characters)` is stored. So few bits would be
/// found from a plain hash, by whoever reads the database or a backup of it, while the code is good; without
/// the key they are not.
package struct SignInCode: Sendable, Redacted {
  package static let characterCount = 10
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let maximumTyped = 64

  /// Upper case, without spaces. Secret.
  package let text: String

  /// - Parameter random: `characterCount` fresh random bytes, of each of which five bits are used.
  package init(random: [UInt8]) {
    text = String(
      decoding: random.prefix(Self.characterCount).map { Self.alphabet[Int($0 & 31)] },
      as: UTF8.self)
  }

  /// Nil for what no code looks like.
  /// - Parameter typed: case is ignored, spaces and hyphens are dropped, I and L are read as 1, O as 0.
  package init?(typed: String) {
    guard typed.utf8.count <= Self.maximumTyped else { return nil }
    let characters = typed.utf8.compactMap { (byte: UInt8) -> UInt8? in
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "-"): nil
      case UInt8(ascii: "I"), UInt8(ascii: "i"), UInt8(ascii: "L"), UInt8(ascii: "l"):
        UInt8(ascii: "1")
      case UInt8(ascii: "O"), UInt8(ascii: "o"): UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
      default: byte
      }
    }
    guard characters.count == Self.characterCount, characters.allSatisfy(Self.alphabet.contains)
    else { return nil }
    text = String(decoding: characters, as: UTF8.self)
  }

  /// What is stored of it.
  package func hash(key: SecretBytes) -> SignInCodeHash {
    var writer = ByteWriter(.appSession, capacity: 64)
    writer.u8(4)
    writer.raw(Array(text.utf8))
    let message = writer.bytes
    return SignInCodeHash(
      unchecked: key.withUnsafeBytes { bytes in
        Array(
          HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: bytes)))
      })
  }
}
