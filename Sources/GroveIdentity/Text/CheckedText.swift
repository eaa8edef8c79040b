/// Text with a rule: its UTF-8 bytes are what is hashed, signed and compared (protocol 2.8).
///
/// Swift's `String ==` treats canonically equivalent texts as equal; this protocol never does, so
/// equality and order look at the bytes. In JSON it is a string.
public protocol CheckedText: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
  /// UTF-8, about a kilobyte at most, so that a `vec16` always holds it.
  var bytes: [UInt8] { get }
  /// - Throws: `malformed` where the text breaks the type's rule.
  init(_ text: String) throws(IdentityError)
}

extension CheckedText {
  /// The same from bytes, which must be UTF-8.
  public init(bytes: [UInt8]) throws(IdentityError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw IdentityError(.malformed, "text is not UTF-8")
    }
    try self.init(text)
  }

  /// The text as it was given.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The text itself: none of these types holds a secret.
  public var description: String { text }

  /// By the UTF-8 bytes.
  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Reads a JSON string.
  /// - Throws: `malformed` where it breaks the type's rule.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Writes a JSON string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension ByteWriter {
  /// `vec16` of a text that its type has already bounded, so nothing can be too long.
  public mutating func vec16(_ text: some CheckedText) {
    u16(UInt16(truncatingIfNeeded: text.bytes.count))
    raw(text.bytes)
  }
}
