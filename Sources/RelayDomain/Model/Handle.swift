/// The name an account is found by at its relay: 1 to 64 characters of `a-z 0-9 . _ -`.
///
/// Handles are compared in lower case, so `Bob` and `bob` are one handle and nobody can pass for
/// another by the size of a letter.
public struct Handle: Hashable, Sendable {
  /// In lower case.
  public let text: String

  /// Takes upper case for lower case.
  /// - Throws: `malformed` for any other character or length.
  public init(_ text: String) throws(RelayRefusal) {
    let bytes = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    guard (1...64).contains(bytes.count), bytes.allSatisfy(Self.isAllowed) else {
      throw RelayRefusal(.malformed, "handle")
    }
    self.text = String(decoding: bytes, as: UTF8.self)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
