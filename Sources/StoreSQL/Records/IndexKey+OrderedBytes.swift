import CollaborationDomain
import GroveIdentity
import RecordDomain

/// Keys as bytes in the order of the keys: the one order that every engine has, whatever it thinks of numbers.
extension IndexKey {
  /// Bytes of two keys of one kind compare as the keys do; of 1 and 1.0 they are the same.
  var orderedBytes: [UInt8] {
    switch self {
    case .integer(let number): Self.ordered(number)
    case .number(let number): Self.ordered(number)
    case .time(let at): Self.bytes(of: UInt64(bitPattern: at) ^ Self.sign)
    case .text(let bytes): bytes
    case .reference(let name): name.bytes
    }
  }

  /// - Parameter kind: as `kind` says. Of a number that is whole and fits, the whole one is made.
  /// - Throws: `corrupt` where nothing has these bytes.
  init(orderedBytes bytes: [UInt8], ofKind kind: Int) throws {
    switch kind {
    case 1: self = try Self.number(bytes)
    case 2: self = .time(Int64(bitPattern: try Self.word(bytes[...]) ^ Self.sign))
    case 3: self = .text(bytes)
    case 4:
      guard let name = try? RecordName(bytes: bytes) else { throw CollaborationStoreError.corrupt }
      self = .reference(name)
    default: throw CollaborationStoreError.corrupt
    }
  }

  private static let sign: UInt64 = 1 << 63

  /// The bits of a number that is not negative are in its order already; of a negative one they are in the opposite.
  private static func ordered(_ number: Double) -> [UInt8] {
    // -0 and 0 are one.
    let bits = number == 0 ? 0 : number.bitPattern
    return bytes(of: bits & sign == 0 ? bits ^ sign : ~bits)
  }

  /// The greatest number with a fraction that is not above it, and by how much it is: less than 2^10, and mostly nothing,
  /// which is left out.
  private static func ordered(_ whole: Int64) -> [UInt8] {
    var below = Double(whole)
    if below >= 0x1p63 || Int64(below) > whole { below = below.nextDown }
    let rest = UInt16(whole - Int64(below))
    return ordered(below) + (rest == 0 ? [] : [UInt8(rest >> 8), UInt8(rest & 0xFF)])
  }

  private static func number(_ bytes: [UInt8]) throws -> IndexKey {
    let word = try word(bytes.prefix(8))
    let below = Double(bitPattern: word & sign == 0 ? ~word : word ^ sign)
    guard below.isFinite, bytes.count == 8 || bytes.count == 10 else {
      throw CollaborationStoreError.corrupt
    }
    let rest = bytes.dropFirst(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    guard let whole = Int64(exactly: below) else {
      guard rest == 0 else { throw CollaborationStoreError.corrupt }
      return .number(below)
    }
    let (sum, isTooLarge) = whole.addingReportingOverflow(rest)
    guard !isTooLarge else { throw CollaborationStoreError.corrupt }
    return .integer(sum)
  }

  private static func bytes(of word: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) throws -> UInt64 {
    guard bytes.count == 8 else { throw CollaborationStoreError.corrupt }
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
