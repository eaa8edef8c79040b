/// A byte string inside a JSON body: base64url text on the wire, bytes here (protocol 2.6).
public struct Base64URLBytes: Hashable, Sendable, Codable {
  /// Any number of bytes; whoever uses them checks the length.
  public var bytes: [UInt8]

  /// Wraps bytes that go into a JSON body.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a JSON string.
  /// - Throws: `malformed` unless the text is strict base64url; `DecodingError` for another type.
  public init(from decoder: any Decoder) throws {
    bytes = try Base64URL.decode(decoder.singleValueContainer().decode(String.self))
  }

  /// Writes a string without padding.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Base64URL.encode(bytes))
  }
}
