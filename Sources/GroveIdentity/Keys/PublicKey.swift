import Crypto

/// A P-256 public key in the one form that travels: 65 bytes, SEC1 uncompressed (protocol 2.4).
///
/// A value of this type has been parsed: 65 bytes, first byte 0x04, both coordinates below the
/// field prime, on the curve. Verifying with it does not parse again.
public struct PublicKey: Sendable, Codable {
  /// Bytes of every key that travels.
  public static let byteCount = 65

  /// `0x04 || X(32) || Y(32)`.
  public let bytes: [UInt8]
  private let key: P256.Signing.PublicKey

  /// Parses a key from outside.
  /// - Throws: `keyInvalid` for compressed, hybrid, raw and SPKI forms and for points that are not
  ///   on the curve. Length and first byte are checked here because libraries accept more.
  public init(_ bytes: [UInt8]) throws(IdentityError) {
    guard bytes.count == Self.byteCount, bytes[0] == 4 else {
      throw IdentityError(.keyInvalid, "a public key is 65 bytes beginning with 04")
    }
    do {
      key = try P256.Signing.PublicKey(x963Representation: bytes)
    } catch {
      throw IdentityError(.keyInvalid, "not a point on P-256")
    }
    self.bytes = bytes
  }

  /// Takes over a key that a library has already parsed or computed.
  init(_ key: P256.Signing.PublicKey) {
    self.key = key
    bytes = Array(key.x963Representation)
  }

  /// Whether `signature` is ECDSA with SHA-256 by this key over `message`.
  ///
  /// - Parameter signature: exactly 64 bytes `r || s` (protocol 2.5); any other length is invalid.
  ///   Both `s` and `n - s` pass, so signature bytes are never an identifier.
  public func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    guard signature.count == 64,
      let parsed = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
    else { return false }
    return isValid(parsed, for: message)
  }

  /// The same for a signature some other encoding was parsed from (protocol 8.7).
  func isValid(_ signature: P256.Signing.ECDSASignature, for message: [UInt8]) -> Bool {
    key.isValidSignature(signature, for: SHA256.hash(data: message))
  }

  /// Reads base64url.
  /// - Throws: `keyInvalid` as `init(_:)`; `malformed` for text that is not base64url.
  public init(from decoder: any Decoder) throws {
    try self.init(Base64URLBytes(from: decoder).bytes)
  }

  /// Writes base64url of the 65 bytes.
  public func encode(to encoder: any Encoder) throws {
    try Base64URLBytes(bytes).encode(to: encoder)
  }
}

extension PublicKey: Hashable, Comparable, CustomStringConvertible {
  public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
  /// By the 65 bytes; only for an order that is the same everywhere.
  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
  /// Lowercase hex of the 65 bytes.
  public var description: String { Hex.encode(bytes) }
}
