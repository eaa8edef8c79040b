/// A collaboration as its server names it: 1...255 bytes of UTF-8, compared as bytes, with at least
/// 128 random bits where the server is wise (protocol 2.8).
public struct CollaborationID: CheckedText {
  public let bytes: [UInt8]

  /// - Throws: `malformed` for a text that is empty or longer than 255 bytes.
  public init(_ text: String) throws(IdentityError) {
    let bytes = Array(text.utf8)
    guard (1...255).contains(bytes.count) else {
      throw IdentityError(.malformed, "a collaboration identifier is 1 to 255 bytes")
    }
    self.bytes = bytes
  }
}
