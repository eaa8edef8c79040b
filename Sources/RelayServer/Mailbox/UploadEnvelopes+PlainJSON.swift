import GroveIdentity
import GroveServing
import GroveWire

extension UploadEnvelopes: PlainJSONDecodable {
  /// `{"envelopes":["…","…"]}` with nothing else in it but spaces.
  package init?(plainJSON text: [UInt8]) {
    var reader = PlainJSONReader(text)
    guard reader.take("{"), reader.takeText()?.elementsEqual("envelopes".utf8) == true,
      reader.take(":"),
      reader.take("[")
    else { return nil }
    var envelopes: [Base64URLBytes] = []
    repeat {
      guard let text = reader.takeText(), let bytes = try? Base64URL.decode(utf8: text) else {
        return nil
      }
      envelopes.append(Base64URLBytes(bytes))
    } while reader.take(",")
    guard reader.take("]"), reader.take("}"), reader.isAtEnd else { return nil }
    self.init(envelopes: envelopes)
  }
}

/// Walks over JSON text that has neither escapes nor anything but texts and brackets.
struct PlainJSONReader {
  private let text: [UInt8]
  private var position = 0

  init(_ text: [UInt8]) { self.text = text }

  var isAtEnd: Bool {
    mutating get {
      skipSpaces()
      return position == text.count
    }
  }

  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skipSpaces()
    guard position < text.count, text[position] == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  /// What stands between two quotation marks, if nothing in it is escaped or a control character.
  mutating func takeText() -> ArraySlice<UInt8>? {
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

  private mutating func skipSpaces() {
    while position < text.count, Self.isSpace(text[position]) { position += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
