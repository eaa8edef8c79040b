/// Text of other people on its way to a terminal.
///
/// Control characters would let a sender move the cursor, rename the window or turn the direction of
/// writing; a line feed would let them forge a line of somebody else. They are shown, not obeyed.
package enum TerminalText {
  /// Line feeds are kept, with the next line pushed in.
  package static func safe(_ text: String) -> String { escape(text, lineFeed: "\n        ") }

  /// The same as one line: what stands in a place that has no second one.
  package static func line(_ text: String) -> String { escape(text, lineFeed: " ") }

  private static func escape(_ text: String, lineFeed: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A: out += lineFeed
      case 0x09: out += " "
      case 0..<0x20, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C:
        out += "\u{FFFD}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
