/// An answer that writes itself as JSON text, for answers that are given often: the general encoder takes ten times as long.
package protocol PlainJSONEncodable: Encodable, Sendable {
  /// The very bytes that `StrictJSON` gives; nil where a text in it would have to be escaped, which the general encoder does.
  var plainJSON: [UInt8]? { get }
}

/// Writes an object whose members come in the order of their names.
package struct PlainJSONWriter: ~Copyable {
  private var bytes: [UInt8] = []
  private var isPlain = true

  package init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  /// - Parameter name: needs no escaping.
  package mutating func add(_ name: StaticString, _ text: some StringProtocol) {
    bytes.append(bytes.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: "\":\"".utf8)
    for byte in text.utf8 {
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { isPlain = false }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Nil where something has to be escaped.
  package consuming func finish() -> [UInt8]? {
    guard isPlain, !bytes.isEmpty else { return nil }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }
}
