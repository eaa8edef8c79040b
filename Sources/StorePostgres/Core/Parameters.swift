import StoreSQL

/// Arguments of one run of a statement, in PostgreSQL's binary format, one behind the other.
struct Parameters {
  private(set) var types: [UInt32] = []
  /// nil is no value.
  private var ranges: [Range<Int>?] = []
  private var bytes: [UInt8] = []

  /// For a limit on what waits.
  var size: Int { bytes.count }

  init(_ arguments: [(any SQLArgument)?]) {
    types.reserveCapacity(arguments.count)
    ranges.reserveCapacity(arguments.count)
    for argument in arguments {
      let value = argument?.sqlValue
      types.append(PostgresType.of(value))
      let begin = bytes.count
      if let value { append(value) }
      ranges.append(value == nil ? nil : begin..<bytes.count)
    }
    // So that there is an address, of an empty value too.
    bytes.append(0)
  }

  private mutating func append(_ value: SQLValue) {
    switch value {
    case .integer(let number): append(number.bigEndian)
    case .real(let number): append(number.bitPattern.bigEndian)
    case .text(let text): bytes.append(contentsOf: StoredText.encode(text).utf8)
    case .bytes(let value): bytes.append(contentsOf: value)
    }
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  /// Hands over what libpq wants, for as long as the call lasts.
  func withPointers<Result>(
    _ body: (
      _ count: Int32, _ values: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]
    ) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { all in
      let start = all.bindMemory(to: CChar.self).baseAddress
      return body(
        Int32(ranges.count),
        ranges.map { range in range.flatMap { start?.advanced(by: $0.lowerBound) } },
        ranges.map { Int32(clamping: $0?.count ?? 0) }, ranges.map { _ in 1 })
    }
  }
}

/// Texts as PostgreSQL keeps them: it has no character U+0000.
///
/// In its place stands U+10FFFF, which is no character either (Unicode, section 23.7), and each of those is doubled with
/// a U+10FFFE before it; so every text comes back as it was. Order is that of bytes but for such texts.
enum StoredText {
  private static let mark: Unicode.Scalar = "\u{10FFFE}"
  private static let zero: Unicode.Scalar = "\u{10FFFF}"

  static func encode(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "\0" || $0 == mark || $0 == zero }) else {
      return text
    }
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == mark || scalar == zero { out.append(mark) }
      out.append(scalar == "\0" ? zero : scalar)
    }
    return String(out)
  }

  static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    // Both begin with the byte 244, which is in few texts.
    guard bytes.contains(0xF4) else { return text }
    var out = String.UnicodeScalarView()
    var isMarked = false
    for scalar in text.unicodeScalars {
      if scalar == mark, !isMarked {
        isMarked = true
      } else {
        out.append(scalar == zero && !isMarked ? "\0" : scalar)
        isMarked = false
      }
    }
    return String(out)
  }
}
