/// Reads one JSON text strictly (RFC 8259, protocol 2.6.1) and makes only what it is asked for.
///
/// For bodies on a hot path and for input nobody vouches for: no recursion, no trap, no number or
/// text is built for a member that is skipped. UTF-8, escapes, surrogates and the number grammar
/// are checked in skipped members too; a byte-order mark is refused. The caller drives it:
///
///     try scanner.beginObject()
///     while let name = try scanner.nextMember() { … one value … }
///     try scanner.finish()
package struct JSONScanner {
  /// What is refused beyond the grammar.
  package enum Strictness: Sendable {
    /// Nesting deeper than 64 and lone surrogates: for every value that is used.
    case strict
    /// Neither: for finding out what a refused text was called.
    case grammarOnly
  }

  let text: [UInt8]
  var position = 0
  var strictness: Strictness
  private var depth = 0
  /// Just after an opening bracket, where no comma comes before the next member or element.
  private var atStart = false

  /// - Throws: `malformed` unless the text is UTF-8.
  package init(_ text: [UInt8], strictness: Strictness = .strict) throws(IdentityError) {
    // Validating makes a copy; almost every text is ASCII and needs none.
    let isASCII = text.reduce(0) { $0 | $1 } < 0x80
    guard isASCII || String(validating: text, as: UTF8.self) != nil else {
      throw IdentityError(.malformed, "JSON is not UTF-8")
    }
    self.text = text
    self.strictness = strictness
  }

  /// The first character of the next value, for callers that accept several types.
  package mutating func peek() throws(IdentityError) -> UInt8 {
    while position < text.count, Self.isSpace(text[position]) { position += 1 }
    guard position < text.count else { throw IdentityError(.malformed, "JSON ends too early") }
    return text[position]
  }

  package mutating func beginObject() throws(IdentityError) { try begin(UInt8(ascii: "{")) }
  package mutating func beginArray() throws(IdentityError) { try begin(UInt8(ascii: "[")) }

  /// The next member's name, with the scanner standing before its value; nil after the last one.
  package mutating func nextMember() throws(IdentityError) -> String? {
    guard try next(closing: UInt8(ascii: "}")) else { return nil }
    // Names of up to 15 bytes, which is all of ours, are made without allocating.
    return String(decoding: try memberName(), as: UTF8.self)
  }

  /// Whether there is another element, with the scanner standing before it.
  package mutating func nextElement() throws(IdentityError) -> Bool {
    try next(closing: UInt8(ascii: "]"))
  }

  /// - Throws: `malformed` where anything but white space follows the value.
  package mutating func finish() throws(IdentityError) {
    while position < text.count, Self.isSpace(text[position]) { position += 1 }
    guard position == text.count else { throw IdentityError(.malformed, "JSON has a second value") }
  }

  /// Reads past one value of any type, however large, checking it on the way.
  package mutating func skipValue() throws(IdentityError) {
    var closing: [UInt8] = []
    repeat {
      if let bracket = try skipOneStep(inside: closing.count) {
        closing.append(bracket)
        if try consume(bracket) {
          closing.removeLast()
        } else {
          if bracket == UInt8(ascii: "}") { _ = try memberName() }
          continue
        }
      }
      while let bracket = closing.last {
        if try consume(UInt8(ascii: ",")) {
          if bracket == UInt8(ascii: "}") { _ = try memberName() }
          break
        }
        try expect(bracket)
        closing.removeLast()
      }
    } while !closing.isEmpty
  }

  /// Reads a scalar, or an opening bracket whose closing one it returns.
  private mutating func skipOneStep(inside levels: Int) throws(IdentityError) -> UInt8? {
    let first = try peek()
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try checkDepth(depth + levels + 1)
      position += 1
      return first + 2
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    default: _ = try number()
    }
    return nil
  }

  private mutating func begin(_ bracket: UInt8) throws(IdentityError) {
    try expect(bracket)
    depth += 1
    try checkDepth(depth)
    atStart = true
  }

  private mutating func next(closing bracket: UInt8) throws(IdentityError) -> Bool {
    if try consume(bracket) {
      depth -= 1
      atStart = false
      return false
    }
    if !atStart { try expect(UInt8(ascii: ",")) }
    atStart = false
    return true
  }

  private mutating func memberName() throws(IdentityError) -> ArraySlice<UInt8> {
    let name = try string()
    try expect(UInt8(ascii: ":"))
    return name
  }

  private func checkDepth(_ depth: Int) throws(IdentityError) {
    guard strictness == .grammarOnly || depth <= StrictJSON.maximumDepth else {
      throw IdentityError(.malformed, "JSON nests deeper than 64")
    }
  }

  private mutating func literal(_ word: StaticString) throws(IdentityError) {
    let matches = word.withUTF8Buffer { text[position...].starts(with: $0) }
    guard matches else { throw IdentityError(.malformed, "JSON has an unknown word") }
    position += word.utf8CodeUnitCount
  }

  private mutating func consume(_ byte: UInt8) throws(IdentityError) -> Bool {
    guard try peek() == byte else { return false }
    position += 1
    return true
  }

  mutating func expect(_ byte: UInt8) throws(IdentityError) {
    guard try consume(byte) else { throw IdentityError(.malformed, "JSON of another shape") }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
