public import GroveIdentity

/// The key of one sealed file, 32 bytes, drawn fresh for it and used once.
public struct AttachmentKey: Hashable, Sendable, Codable, Redacted {
  /// An AES-256 key.
  public static let byteCount = 32
  let secret: SecretBytes

  /// Wraps the bytes of a key.
  /// - Parameter secret: 32 fresh random bytes.
  /// - Throws: `malformed` for another length.
  public init(_ secret: SecretBytes) throws(IdentityError) {
    guard secret.count == Self.byteCount else {
      throw IdentityError(.malformed, "an attachment key is 32 bytes")
    }
    self.secret = secret
  }

  /// Reads base64url, from a sealed message.
  /// - Throws: `malformed` for text that is not base64url or has another length.
  public init(from decoder: any Decoder) throws {
    try self.init(SecretBytes(Base64URLBytes(from: decoder).bytes))
  }

  /// For the sealed message that carries it, and for no other place.
  public func encode(to encoder: any Encoder) throws {
    try Base64URLBytes(secret.exportBytes()).encode(to: encoder)
  }

  /// Says nothing about the key: what it belongs to is hashed beside it.
  public func hash(into hasher: inout Hasher) { hasher.combine(Self.byteCount) }
}
