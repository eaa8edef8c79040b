/// A web origin in its ASCII serialisation, for example `https://docs.example` (protocol 2.7).
///
/// Scheme and host in lower case, the port left out where it is the scheme's own, nothing after it.
/// The scheme is `https`; `http` only for `localhost`, `127.0.0.1` and `[::1]`. One origin has one
/// text, so origins are compared as bytes. The *audience* of a collaboration is its link's origin.
public struct Origin: CheckedText {
  public let bytes: [UInt8]

  /// - Throws: `malformed` for anything but the serialisation itself.
  public init(_ text: String) throws(IdentityError) {
    let bytes = Array(text.utf8)
    guard try OriginParts(bytes[...]).serialized == bytes else {
      throw IdentityError(.malformed, "not the ASCII serialisation of an origin")
    }
    self.bytes = bytes
  }

  /// The origin of a link: letters are lowered and a port that is the scheme's own is dropped.
  ///
  /// Stricter than a browser, so that both can only agree: user information, backslashes and
  /// escapes in the host, spaces and control characters are refused instead of repaired.
  /// - Throws: `malformed`.
  public init(ofLink link: String) throws(IdentityError) {
    let text = Array(link.utf8)
    guard !text.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
      throw IdentityError(.malformed, "a link has no spaces and no control characters")
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), text.count > colon + 3 else {
      throw IdentityError(.malformed, "a link begins with a scheme and a host")
    }
    let end =
      text[(colon + 3)...].firstIndex { [0x2F, 0x3F, 0x23].contains($0) } ?? text.endIndex
    bytes = try OriginParts(text[..<end].map(Self.lowered)[...]).serialized
  }

  /// The origin of an endpoint: an address that somebody else chose, for posting to.
  ///
  /// - Throws: `malformed` for anything but an origin in its own text and a path of visible ASCII
  ///   without a fragment; `limitExceeded` for a longer one.
  public init(ofEndpoint text: String, maximumBytes: Int) throws(IdentityError) {
    let all = Array(text.utf8)
    guard all.count <= maximumBytes else {
      throw IdentityError(.limitExceeded, "an endpoint that is too long")
    }
    try self.init(ofLink: text)
    guard all.starts(with: bytes + [0x2F]), all.count > bytes.count + 1,
      all.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x23 })
    else { throw IdentityError(.malformed, "an endpoint is an origin and a path") }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
