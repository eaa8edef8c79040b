/// Reads one line of `Forwarded` (RFC 7239 section 4) strictly:
/// `for=192.0.2.60;proto=http;by=203.0.113.43, for="[2001:db8::1]:4711"`.
struct ForwardedReader {
  private var rest: ArraySlice<UInt8>

  init(_ field: String) { rest = Array(field.utf8)[...] }

  /// The `for` of each element, empty where an element has none; nil for what is not well formed.
  mutating func nodes() -> [[UInt8]]? {
    var nodes: [[UInt8]] = []
    repeat {
      guard let node = element() else { return nil }
      nodes.append(node)
    } while take(",")
    return rest.isEmpty ? nodes : nil
  }

  /// Nil where it is not well formed or names one parameter twice.
  private mutating func element() -> [UInt8]? {
    var names: Set<String> = []
    var node: [UInt8] = []
    repeat {
      rest = rest.drop(while: Self.isSpace)
      let name = String(decoding: token(), as: UTF8.self).lowercased()
      if name.isEmpty { continue }
      guard take("="), let value = value(), names.insert(name).inserted else { return nil }
      if name == "for" { node = value }
      rest = rest.drop(while: Self.isSpace)
    } while take(";")
    return node
  }

  private mutating func value() -> [UInt8]? {
    guard take("\"") else {
      let text = token()
      return text.isEmpty ? nil : text
    }
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return text }
      if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { return nil }
        text.append(escaped)
      } else {
        text.append(byte)
      }
    }
    return nil
  }

  private mutating func token() -> [UInt8] {
    let text = rest.prefix(while: Self.isToken)
    rest = rest[text.endIndex...]
    return Array(text)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = text.drop(while: isSpace)
    guard let end = start.lastIndex(where: { !isSpace($0) }) else { return [] }
    return start[...end]
  }

  static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  /// RFC 7239 section 6.3.
  static func isObfuscated(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "._-".utf8.contains(byte)
  }

  /// RFC 9110 section 5.6.2.
  private static func isToken(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
}
