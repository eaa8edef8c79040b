/// The writing systems in which names have another order.
enum NameScript: Sendable {
  /// Given name first, words set apart by spaces.
  case spaced
  /// Chinese: family name first, nothing between.
  case han
  /// Japanese: family name first.
  case japanese
  /// Korean: family name first, nothing between.
  case hangul

  /// Of a whole name: only one that is written in nothing else counts as Han or Hangul.
  init(_ text: String) {
    var kana = false
    var hangul = false
    var any = false
    for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
      switch scalar.value {
      case 0x3040...0x30FF, 0x31F0...0x31FF: kana = true
      case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3130...0x318F: hangul = true
      case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF, 0x3005, 0x30FB:
        break
      default:
        self = .spaced
        return
      }
      any = true
    }
    switch (any, kana, hangul) {
    case (false, _, _): self = .spaced
    // Foreign names in katakana keep their own order, with a dot between.
    case (true, true, _): self = text.contains("・") ? .spaced : .japanese
    case (true, false, true): self = .hangul
    case (true, false, false): self = .han
    }
  }
}
