/// Where tokens end.
extension JavaScriptScanner {
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// A letter, a digit, `_` or `$`. Letters beyond ASCII and escapes are left to doubt.
  static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
  }

  func wordEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
    return end
  }

  /// Longer than a number may be, never shorter; an exponent's sign is left over, as a mark.
  func numberEnd() -> Int {
    var end = place
    while end < bytes.count, Self.isWord(bytes[end]) || bytes[end] == UInt8(ascii: ".") {
      end += 1
    }
    return end
  }

  func lineCommentEnd() -> Int {
    var end = place
    while end < bytes.count, !Self.isLineEnd(bytes[end]) { end += 1 }
    return end
  }

  func blockCommentEnd() throws(JavaScriptDoubt) -> Int {
    var end = place + 2
    while end + 1 < bytes.count {
      if bytes[end] == UInt8(ascii: "*"), bytes[end + 1] == UInt8(ascii: "/") { return end + 2 }
      end += 1
    }
    throw doubt
  }

  func textEnd(_ quote: UInt8) throws(JavaScriptDoubt) -> Int {
    var end = place + 1
    while end < bytes.count, bytes[end] != quote {
      if Self.isLineEnd(bytes[end]) { throw doubt }
      // What is escaped may be a line's end, of two bytes even.
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      if end < bytes.count, bytes[end - 1] == 0x0D, bytes[end] == 0x0A { end += 1 }
    }
    guard end < bytes.count else { throw doubt }
    return end + 1
  }

  /// - Returns: behind the backtick, or behind the `${` of a substitution that is then open.
  func templateEnd() throws(JavaScriptDoubt) -> (end: Int, isOpen: Bool) {
    var end = place + 1
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "`"): return (end + 1, false)
      case UInt8(ascii: "$") where end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "{"):
        return (end + 2, true)
      case UInt8(ascii: "\\"): end += 2
      default: end += 1
      }
    }
    throw doubt
  }

  /// In a class of characters a slash is one of them.
  func expressionEnd() throws(JavaScriptDoubt) -> Int {
    var end = place + 1
    var inClass = false
    while end < bytes.count, inClass || bytes[end] != UInt8(ascii: "/") {
      switch bytes[end] {
      case 0x0A, 0x0D: throw doubt
      case UInt8(ascii: "["): inClass = true
      case UInt8(ascii: "]"): inClass = false
      case UInt8(ascii: "\\"):
        end += 1
        guard end < bytes.count, !Self.isLineEnd(bytes[end]) else { throw doubt }
      default: break
      }
      end += 1
    }
    guard end < bytes.count else { throw doubt }
    return wordEnd(from: end + 1)
  }
}
