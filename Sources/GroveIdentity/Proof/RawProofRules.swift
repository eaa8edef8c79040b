import Crypto

/// What a server accepts in profile 2 (protocol 8.7). Having rules at all is what switches the
/// profile on, and only where a login CSRF is not possible: the account is not inside the signature.
public struct RawProofRules: Hashable, Sendable {
  /// How a public key may be encoded. The leaf is the hash of the bytes as received.
  public enum KeyEncoding: String, Hashable, Sendable, CaseIterable, Codable {
    /// 65 bytes, SEC1 uncompressed.
    case x963
    /// 33 bytes, SEC1 compressed.
    case compressed
    /// 64 bytes `X || Y`: as long as an inner node's input, so that only the pinned depths keep the
    /// two apart.
    case coordinates
    /// SubjectPublicKeyInfo, in exactly the DER form.
    case spki
  }

  /// Which tree depths exist, each 1...16.
  public let depths: Set<Int>
  /// Keys in any other encoding are `key_invalid`.
  public let keyEncodings: Set<KeyEncoding>

  /// Made from a server's configuration.
  /// - Throws: `limitExceeded` for a depth outside 1...16.
  public init(depths: Set<Int> = [IdentityTree.depth], keyEncodings: Set<KeyEncoding> = [.x963])
    throws(IdentityError)
  {
    guard depths.allSatisfy((1...16).contains) else {
      throw IdentityError(.limitExceeded, "a tree depth is 1 to 16")
    }
    self.depths = depths
    self.keyEncodings = keyEncodings
  }

  private init() {
    depths = [IdentityTree.depth]
    keyEncodings = [.x963]
  }

  /// Depth 5 and X9.63 keys: what this protocol's own trees and keys look like.
  public static let standard = RawProofRules()

  /// The key, nil unless the bytes have one of the accepted encodings, told apart by length.
  func publicKey(_ bytes: [UInt8]) -> PublicKey? {
    let encoding: KeyEncoding =
      switch bytes.count {
      case 65: .x963
      case 33: .compressed
      case 64: .coordinates
      default: .spki
      }
    guard keyEncodings.contains(encoding) else { return nil }
    switch encoding {
    case .x963: return try? PublicKey(bytes)
    case .compressed: return parse { try P256.Signing.PublicKey(compressedRepresentation: bytes) }
    case .coordinates: return parse { try P256.Signing.PublicKey(rawRepresentation: bytes) }
    case .spki:
      let key = try? P256.Signing.PublicKey(derRepresentation: bytes)
      return key.flatMap { Array($0.derRepresentation) == bytes ? PublicKey($0) : nil }
    }
  }

  private func parse(_ body: () throws -> P256.Signing.PublicKey) -> PublicKey? {
    (try? body()).map { PublicKey($0) }
  }
}
