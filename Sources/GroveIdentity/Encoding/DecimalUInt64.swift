/// A 64-bit integer inside a JSON body: a canonical decimal string on the wire (protocol 2.6.1).
///
/// ASCII digits, no sign, no leading zero except `"0"` itself, at most 2^64-1.
public struct DecimalUInt64: Hashable, Sendable, Codable {
  /// A counter, a size, or a time in milliseconds since 1970: the member that holds it says which.
  public var value: UInt64

  /// Wraps a number that goes into a JSON body.
  public init(_ value: UInt64) { self.value = value }

  /// Reads the canonical form.
  /// - Throws: `malformed` for any text that is not canonical.
  public init(text: String) throws(IdentityError) {
    let digits = text.utf8
    let canonical =
      !digits.isEmpty && digits.allSatisfy { (48...57).contains($0) }
      && (digits.count == 1 || digits.first != 48)
    guard canonical, let value = UInt64(text) else {
      throw IdentityError(.malformed, "not a canonical decimal string")
    }
    self.value = value
  }

  /// Reads a JSON string.
  /// - Throws: `malformed` for a text that is not canonical; `DecodingError` for a JSON number.
  public init(from decoder: any Decoder) throws {
    try self.init(text: decoder.singleValueContainer().decode(String.self))
  }

  /// Writes a string of digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(value))
  }
}
