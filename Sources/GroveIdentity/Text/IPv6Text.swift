/// An IPv6 address in the spelling a browser serialises: eight groups of lower-case hex without
/// leading zeros, the first longest run of two or more zero groups written `::` (RFC 5952).
enum IPv6Text {
  static func isCanonical(_ text: ArraySlice<UInt8>) -> Bool {
    guard let groups = groups(of: String(decoding: text, as: UTF8.self)) else { return false }
    return Array(serialize(groups).utf8) == Array(text)
  }

  private static func groups(of text: String) -> [UInt16]? {
    guard let gap = text.firstGap else {
      let groups = parse(text[...])
      return groups?.count == 8 ? groups : nil
    }
    let head = text[..<gap]
    let tail = text[text.index(gap, offsetBy: 2)...]
    guard let front = head.isEmpty ? [] : parse(head), let back = tail.isEmpty ? [] : parse(tail),
      front.count + back.count <= 7
    else { return nil }
    return front + [UInt16](repeating: 0, count: 8 - front.count - back.count) + back
  }

  private static func parse(_ text: Substring) -> [UInt16]? {
    var groups: [UInt16] = []
    for part in text.split(separator: ":", omittingEmptySubsequences: false) {
      guard (1...4).contains(part.utf8.count), !part.hasPrefix("+"),
        let group = UInt16(part, radix: 16)
      else { return nil }
      groups.append(group)
    }
    return groups
  }

  private static func serialize(_ groups: [UInt16]) -> String {
    func text(_ part: ArraySlice<UInt16>) -> String {
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard let run = longestZeroRun(groups) else { return text(groups[...]) }
    return text(groups[..<run.lowerBound]) + "::" + text(groups[run.upperBound...])
  }

  private static func longestZeroRun(_ groups: [UInt16]) -> Range<Int>? {
    var best: Range<Int>?
    var start: Int?
    for index in 0...groups.count {
      if index < groups.count, groups[index] == 0 {
        start = start ?? index
      } else if let first = start {
        if index - first >= 2, index - first > best?.count ?? 0 { best = first..<index }
        start = nil
      }
    }
    return best
  }
}

extension String {
  /// Where the first `::` begins.
  fileprivate var firstGap: Index? {
    indices.first { self[$0...].hasPrefix("::") }
  }
}
