public import GroveIdentity

/// A sealed message on its way to one device: `AAD || enc(65) || vec32(ciphertext)`
/// (protocol 10.3). Everything a relay may know of it is in `header`.
public struct Envelope: Hashable, Sendable {
  /// The largest plaintext and its 16-byte tag.
  static let maximumCiphertext = MessagePadding.maximumByteCount + 16
  /// 65 692 bytes.
  public static let maximumByteCount =
    EnvelopeHeader.byteCount + PublicKey.byteCount + 4 + maximumCiphertext

  /// The 71 bytes that are not sealed.
  public let header: EnvelopeHeader
  /// The sender's fresh public key (RFC 9180 `enc`), 65 bytes.
  public let encapsulatedKey: [UInt8]
  /// The padded message and its 16-byte tag.
  public let ciphertext: [UInt8]

  init(header: EnvelopeHeader, encapsulatedKey: [UInt8], ciphertext: [UInt8]) {
    self.header = header
    self.encapsulatedKey = encapsulatedKey
    self.ciphertext = ciphertext
  }

  /// Reads an envelope strictly; the key inside is looked at only by whoever opens it.
  /// - Throws: `malformed`, or `limitExceeded` for a ciphertext no message needs.
  public init(encoded: [UInt8]) throws(IdentityError) {
    guard encoded.count <= Self.maximumByteCount else {
      throw IdentityError(.limitExceeded, "an envelope is at most 65692 bytes")
    }
    var reader = ByteReader(encoded)
    header = try EnvelopeHeader(from: &reader)
    encapsulatedKey = try reader.raw(PublicKey.byteCount)
    guard encapsulatedKey[0] == 4 else { throw IdentityError(.malformed, "encapsulated key") }
    ciphertext = try reader.vec32()
    try reader.finish()
    guard ciphertext.count >= 16 else { throw IdentityError(.malformed, "ciphertext") }
  }

  /// The bytes that are uploaded: at most `maximumByteCount`.
  public var encoded: [UInt8] {
    var writer = ByteWriter(capacity: Self.maximumByteCount)
    writer.raw(header.encoded)
    writer.raw(encapsulatedKey)
    // Both initialisers bound the ciphertext far below 2^32.
    writer.u32(UInt32(ciphertext.count))
    writer.raw(ciphertext)
    return writer.bytes
  }
}
