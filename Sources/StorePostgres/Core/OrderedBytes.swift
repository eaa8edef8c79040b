import StoreSQL

/// Values of several kinds in one column of bytes, ordered as SQLite orders them within a kind.
///
/// | first byte | what follows |
/// |---|---|
/// | 1 | a number: the nearest double in eight bytes that are ordered as numbers are, then what is missing to a whole number of 64 bits, in two |
/// | 2 | a text |
/// | 3 | bytes |
///
/// A whole number and its nearest double differ by 512 at most, and rounding keeps the order: so what is rounded alike is
/// told apart by the rest, and a number is the same bytes whether it came as `integer` or as `real`.
enum OrderedBytes {
  static func encode(_ value: SQLValue) -> [UInt8] {
    switch value {
    case .integer(let whole): number(Double(whole), rest: rest(of: whole))
    // Adding 0 makes of -0 what it is compared as.
    case .real(let real): number(real + 0, rest: 0)
    case .text(let text): [2] + Array(text.utf8)
    case .bytes(let bytes): [3] + bytes
    case .any(let inner): encode(inner)
    }
  }

  /// - Returns: nil for what was not written so.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> SQLValue? {
    guard let kind = bytes.first else { return nil }
    switch kind {
    case 1: return number(bytes.dropFirst())
    case 2: return .text(String(decoding: bytes.dropFirst(), as: UTF8.self))
    case 3: return .bytes(Array(bytes.dropFirst()))
    default: return nil
    }
  }

  /// What is missing from the nearest double, which may be 2^63, to the whole number.
  private static func rest(of whole: Int64) -> Int {
    let near = Double(whole)
    guard near < 0x1p63 else { return Int(whole - Int64.max) - 1 }
    return Int(whole - Int64(near))
  }

  private static func number(_ near: Double, rest: Int) -> [UInt8] {
    let pattern = near.bitPattern
    // Positive ones above negative ones, and of these the larger pattern first.
    let ordered = pattern >> 63 == 0 ? pattern | 1 << 63 : ~pattern
    return [1] + bigEndian(ordered) + bigEndian(UInt16(rest + 0x8000))
  }

  private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> SQLValue? {
    guard bytes.count == 10 else { return nil }
    let ordered = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let rest = Int(bytes.dropFirst(8).reduce(UInt16(0)) { $0 << 8 | UInt16($1) }) - 0x8000
    let near = Double(bitPattern: ordered >> 63 == 1 ? ordered ^ 1 << 63 : ~ordered)
    if near == 0x1p63, rest < 0 { return .integer(Int64.max + Int64(rest + 1)) }
    guard let whole = Int64(exactly: near) else { return rest == 0 ? .real(near) : nil }
    return .integer(whole + Int64(rest))
  }

  private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
