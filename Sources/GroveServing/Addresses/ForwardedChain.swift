/// What forwarding headers say, the nearest hop first; nil where a hop gives no address.
///
/// Read as bytes: what looks like one character to `String` may hide a comma.
enum ForwardedChain {
  /// `X-Forwarded-For`: addresses separated by commas, each with or without a port.
  static func listed(_ fields: [String]) -> [NetworkAddress?] {
    fields.reversed().flatMap { field in
      Array(field.utf8).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .reversed().map { address(ofNode: ForwardedReader.trimmed($0)) }
    }
  }

  /// `Forwarded`: elements of pairs, values perhaps quoted. Each line stands for itself, so that a
  /// stranger's open quotation mark does not swallow what a proxy wrote into the next; within one line
  /// that is not well formed nothing is believed.
  static func standard(_ fields: [String]) -> [NetworkAddress?] {
    fields.reversed().flatMap { field -> [NetworkAddress?] in
      var reader = ForwardedReader(field)
      guard let nodes = reader.nodes() else { return [nil] }
      return nodes.reversed().map { address(ofNode: $0[...]) }
    }
  }

  /// `192.0.2.1`, `192.0.2.1:4711`, `[2001:db8::1]`, `[2001:db8::1]:4711`, and without brackets
  /// `2001:db8::1`, which only `X-Forwarded-For` has. A port may be obfuscated (RFC 7239, 6.3).
  private static func address(ofNode node: ArraySlice<UInt8>) -> NetworkAddress? {
    let colon = UInt8(ascii: ":")
    if node.first == UInt8(ascii: "[") {
      guard let end = node.firstIndex(of: UInt8(ascii: "]")), isPort(node[(end + 1)...]) else {
        return nil
      }
      let inside = node[(node.startIndex + 1)..<end]
      return inside.contains(colon) ? address(inside) : nil
    }
    if let first = node.firstIndex(of: colon), first == node.lastIndex(of: colon) {
      return isPort(node[first...]) ? address(node[..<first]) : nil
    }
    return address(node)
  }

  private static func address(_ text: ArraySlice<UInt8>) -> NetworkAddress? {
    NetworkAddress(String(decoding: text, as: UTF8.self))
  }

  /// Nothing, `:4711` or `:_hidden`.
  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: ":") else { return text.isEmpty }
    let port = text.dropFirst()
    if port.first == UInt8(ascii: "_") {
      return port.count > 1 && port.allSatisfy(ForwardedReader.isObfuscated)
    }
    return (1...5).contains(port.count) && port.allSatisfy(ForwardedReader.isDigit)
  }
}
