import GroveIdentity
package import GroveWire

/// The query of one request, decoded strictly: each name once, percent-encoded UTF-8, and a plus is
/// a plus (RFC 3986).
package struct QueryParameters: Hashable, Sendable {
  private var values: [String: String] = [:]

  /// - Throws: `malformed`.
  package init(path: String) throws(Problem) {
    let utf8 = path.utf8
    guard let mark = utf8.firstIndex(of: UInt8(ascii: "?")) else { return }
    for pair in path[utf8.index(after: mark)...].split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decode(parts[0]),
        let value = PercentEncoding.decode(parts.count > 1 ? parts[1] : ""),
        values.updateValue(value, forKey: name) == nil
      else { throw Problem(.malformed, detail: "query") }
    }
  }

  /// - Throws: `malformed` for a member that means nothing here: what is accepted and ignored would
  ///   be taken for done.
  func check(_ names: Set<String>) throws(Problem) {
    if values.keys.contains(where: { !names.contains($0) }) {
      throw Problem(.malformed, detail: "query")
    }
  }

  package subscript(name: String) -> String? { values[name] }

  /// A 64-bit decimal number in its canonical form.
  ///
  /// - Throws: `malformed`.
  package func position(_ name: String) throws(Problem) -> UInt64? {
    guard let text = values[name] else { return nil }
    guard let number = try? DecimalUInt64(text: text) else {
      throw Problem(.malformed, detail: "query parameter \(name)")
    }
    return number.value
  }

  /// A number within stated limits.
  ///
  /// - Throws: `malformed` when it is no number or lies outside.
  package func number(
    _ name: String, in range: ClosedRange<Int>, default fallback: Int
  ) throws(Problem) -> Int {
    guard let position = try position(name) else { return fallback }
    guard let number = Int(exactly: position), range.contains(number) else {
      throw Problem(.malformed, detail: "query parameter \(name)")
    }
    return number
  }

  /// `true` or `false`; false when absent.
  ///
  /// - Throws: `malformed`.
  package func flag(_ name: String) throws(Problem) -> Bool {
    switch values[name] {
    case nil, "false": return false
    case "true": return true
    default: throw Problem(.malformed, detail: "query parameter \(name)")
    }
  }
}
