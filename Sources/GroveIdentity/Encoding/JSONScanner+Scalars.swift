extension JSONScanner {
  /// A string's UTF-8 bytes, escapes resolved. Without escapes it is a view of the text itself.
  package mutating func string() throws(IdentityError) -> ArraySlice<UInt8> {
    try expect(UInt8(ascii: "\""))
    let start = position
    position = text[start...].firstIndex(where: Self.endsPlainText) ?? text.endIndex
    guard position < text.count else { throw IdentityError(.malformed, "JSON ends inside a text") }
    let plain = text[start..<position]
    switch text[position] {
    case UInt8(ascii: "\""):
      position += 1
      return plain
    case UInt8(ascii: "\\"): return try escapedString(after: plain)
    default: throw IdentityError(.malformed, "JSON text holds a control character")
    }
  }

  /// A byte string: base64url without padding (protocol 2.6).
  package mutating func base64URL() throws(IdentityError) -> [UInt8] {
    try Base64URL.decode(utf8: try string())
  }

  /// A byte string: lowercase hex (protocol 2.6.1).
  package mutating func hex() throws(IdentityError) -> [UInt8] {
    try Hex.decode(utf8: try string())
  }

  /// A 64-bit integer as a canonical decimal string (protocol 2.6.1).
  package mutating func decimal() throws(IdentityError) -> UInt64 {
    try DecimalUInt64(text: String(decoding: try string(), as: UTF8.self)).value
  }

  /// A JSON number that is a plain integer of 64 bits; nil for any other JSON number.
  /// - Throws: `malformed` for a value that is no number.
  package mutating func integer() throws(IdentityError) -> Int? {
    Int(String(decoding: try number(), as: UTF8.self))
  }

  /// The characters of a number, checked against the grammar.
  package mutating func number() throws(IdentityError) -> ArraySlice<UInt8> {
    _ = try peek()
    let start = position
    take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try takeDigits() }
    if take(UInt8(ascii: ".")) { try takeDigits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { take(UInt8(ascii: "-")) }
      try takeDigits()
    }
    return text[start..<position]
  }

  @discardableResult
  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func takeDigits() throws(IdentityError) {
    let start = position
    while position < text.count, (0x30...0x39).contains(text[position]) { position += 1 }
    guard position > start else { throw IdentityError(.malformed, "JSON of another shape") }
  }

  private static func endsPlainText(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20
  }

  private mutating func escapedString(after prefix: ArraySlice<UInt8>)
    throws(IdentityError) -> ArraySlice<UInt8>
  {
    var bytes = Array(prefix)
    while position < text.count {
      let byte = text[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return bytes[...]
      case UInt8(ascii: "\\"): bytes.append(contentsOf: try escape())
      case 0..<0x20: throw IdentityError(.malformed, "JSON text holds a control character")
      default: bytes.append(byte)
      }
    }
    throw IdentityError(.malformed, "JSON ends inside a text")
  }

  /// What follows a backslash, as UTF-8.
  private mutating func escape() throws(IdentityError) -> [UInt8] {
    guard position < text.count else { throw IdentityError(.malformed, "JSON ends inside a text") }
    defer { position += 1 }
    switch text[position] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [text[position]]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try unicodeEscape()).utf8)
    default: throw IdentityError(.malformed, "JSON has an unknown escape")
    }
  }

  /// Stands on the `u`; leaves the scanner on the last digit.
  private mutating func unicodeEscape() throws(IdentityError) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if unit < 0xDC00, text[(position + 1)...].starts(with: [0x5C, 0x75]) {
      let high = position
      position += 2
      let low = try codeUnit()
      if (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
      position = high
    }
    guard strictness == .grammarOnly else {
      throw IdentityError(.malformed, "JSON text holds a lone surrogate")
    }
    return "\u{FFFD}"
  }

  /// The four hex digits after the `u`; leaves the scanner on the last one.
  private mutating func codeUnit() throws(IdentityError) -> UInt32 {
    guard text.count - position > 4,
      text[position + 1...position + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt32(
        String(decoding: text[position + 1...position + 4], as: UTF8.self), radix: 16)
    else { throw IdentityError(.malformed, "JSON has an unknown escape") }
    position += 4
    return unit
  }
}
