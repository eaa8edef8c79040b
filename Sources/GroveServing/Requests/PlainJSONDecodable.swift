/// A body that reads itself from JSON text as our own clients write it, for bodies that are large or
/// come often: the general decoder takes ten times as long.
package protocol PlainJSONDecodable: Decodable, Sendable {
  /// Nil for anything but that plain form; then the general decoder says what it is or what is
  /// wrong with it. A value that is given must be the one the general decoder would give.
  init?(plainJSON text: [UInt8])
}

/// Walks over JSON text that has neither escapes nor anything but texts and brackets.
package struct PlainJSONReader {
  private let text: [UInt8]
  private var position = 0

  package init(_ text: [UInt8]) { self.text = text }

  package var isAtEnd: Bool {
    mutating get {
      skipSpaces()
      return position == text.count
    }
  }

  package mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skipSpaces()
    guard position < text.count, text[position] == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  /// What stands between two quotation marks, if nothing in it is escaped or a control character.
  package mutating func takeText() -> ArraySlice<UInt8>? {
    guard take("\"") else { return nil }
    let start = position
    while position < text.count, text[position] != UInt8(ascii: "\"") {
      guard text[position] >= 0x20, text[position] != UInt8(ascii: "\\") else { return nil }
      position += 1
    }
    guard position < text.count else { return nil }
    defer { position += 1 }
    return text[start..<position]
  }

  /// What there is at a name in an object whose members are all texts.
  ///
  /// - Parameter member: is given a name and its text; false for what it does not know, or had before.
  /// - Returns: false for anything else than such an object, with nothing behind it.
  package mutating func takeObject(
    _ member: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    guard take("{") else { return false }
    repeat {
      guard let name = takeText(), take(":"), let text = takeText(), member(name, text) else {
        return false
      }
    } while take(",")
    return take("}") && isAtEnd
  }

  private mutating func skipSpaces() {
    while position < text.count, Self.isSpace(text[position]) { position += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
