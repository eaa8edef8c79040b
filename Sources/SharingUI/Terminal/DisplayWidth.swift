/// How many columns a text takes, and cutting one to fit.
enum DisplayWidth {
  static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    let properties = first.properties
    if properties.generalCategory == .nonspacingMark || properties.generalCategory == .format {
      return 0
    }
    if properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    return isWide(first.value) ? 2 : 1
  }

  /// The text, or its beginning and an ellipsis.
  static func fit(_ text: String, columns: Int, isUnicode: Bool) -> String {
    guard of(text) > columns else { return text }
    let ellipsis = isUnicode ? "…" : "..."
    var room = columns - of(ellipsis)
    var out = ""
    for character in text {
      room -= of(character)
      guard room >= 0 else { break }
      out.append(character)
    }
    return out + ellipsis
  }

  /// The text in lines, broken at spaces; a word that is longer than a line is broken in itself.
  static func wrap(_ text: String, columns: Int) -> [String] {
    var (lines, line) = ([String](), "")
    for word in text.split(separator: " ") {
      if !line.isEmpty, of(line) + 1 + of(String(word)) > columns {
        lines.append(line)
        line = ""
      }
      if !line.isEmpty { line += " " }
      for character in word {
        if of(line) + of(character) > columns {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// East Asian wide and full-width characters (UAX 11), as far as names and titles have them.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
