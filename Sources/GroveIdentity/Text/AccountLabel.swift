/// An app account as its server names it and as a person sees it before proving: 1...255 bytes of
/// UTF-8 without control characters and without bidirectional controls (protocol 2.8).
///
/// A person confirms this very text (8.3); characters that hide or reorder others would let one
/// account pass for another.
public struct AccountLabel: CheckedText {
  public let bytes: [UInt8]

  /// - Throws: `malformed` for a text that is empty, longer than 255 bytes, or has control or
  ///   bidirectional control characters.
  public init(_ text: String) throws(IdentityError) {
    let bytes = Array(text.utf8)
    guard (1...255).contains(bytes.count) else {
      throw IdentityError(.malformed, "an account label is 1 to 255 bytes")
    }
    guard !text.unicodeScalars.contains(where: Self.isForbidden) else {
      throw IdentityError(.malformed, "an account label has no control characters")
    }
    self.bytes = bytes
  }

  /// C0, DEL, C1, and Unicode's Bidi_Control characters.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
