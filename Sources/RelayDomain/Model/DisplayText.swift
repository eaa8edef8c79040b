/// Text that other people will see beside something they trust: a person's or a conversation's name.
///
/// Control characters and those that reorder text are refused: they would let one name look like
/// another, or break the line it is printed on.
public enum DisplayText {
  /// Refuses what must not be shown.
  /// - Parameter bytes: the allowed length in UTF-8.
  /// - Throws: `malformed`, naming the member.
  public static func check(_ text: String, _ bytes: ClosedRange<Int>, _ member: String)
    throws(RelayRefusal)
  {
    guard bytes.contains(text.utf8.count), !text.unicodeScalars.contains(where: isForbidden) else {
      throw RelayRefusal(.malformed, member)
    }
  }

  /// C0, DEL, C1, line and paragraph separators, and Unicode's Bidi_Control characters.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
