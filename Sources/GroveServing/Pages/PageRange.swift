/// Which bytes a `Range` field asks for (RFC 9110, section 14).
enum PageRange: Hashable {
  /// All of them: no range, several, or one that is not understood, which a server may ignore.
  case whole
  case part(Range<Int>)
  case unsatisfiable

  /// - Parameter count: of the bytes that there are.
  init(_ field: String?, of count: Int) {
    guard let field, field.hasPrefix("bytes=") else { self = .whole; return }
    let ends = field.dropFirst("bytes=".count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { self = .whole; return }
    switch (Self.number(ends[0]), Self.number(ends[1])) {
    case (nil, nil): self = .whole
    case (nil, let last?):
      self = last == 0 || count == 0 ? .unsatisfiable : .part(max(0, count - last)..<count)
    case (let first?, let last):
      if let last, last < first { self = .whole; return }
      // No sum before the comparison: a last byte of 2^63 - 1 has no successor.
      let end = last.map { $0 < count ? $0 + 1 : count } ?? count
      self = first < count ? .part(first..<end) : .unsatisfiable
    }
  }

  /// Nil for nothing. What is larger than any file is as good as the largest number.
  private static func number(_ digits: Substring) -> Int? {
    digits.isEmpty ? nil : Int(digits) ?? .max
  }
}
