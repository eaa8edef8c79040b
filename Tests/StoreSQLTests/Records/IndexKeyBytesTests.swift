import GroveIdentity
import GroveTesting
import RecordDomain
import Testing

@testable import StoreSQL

/// Keys of an index as bytes, whose order is the keys' own in every engine.
struct IndexKeyBytesTests {
  /// Where numbers of 64 bits and those with a fraction lie side by side.
  private static let numbers: [IndexKey] = {
    var numbers: [IndexKey] = [0.0, -0.0, 0.5, 1.5, 1e300, .leastNonzeroMagnitude].flatMap {
      [IndexKey.number($0), .number(-$0)]
    }
    for power in [0, 1, 52, 53, 54, 60, 62] {
      for offset: Int64 in -2...2 {
        let whole = Int64(1) << Int64(power) + offset
        numbers += [.integer(whole), .integer(-whole), .number(Double(whole))]
        numbers += [.number(-Double(whole)), .number(Double(whole).nextUp)]
      }
    }
    numbers += (0...3).flatMap { [.integer(.max - $0), .integer(.min + $0)] }
    return numbers + [.number(0x1p63), .number(-0x1p63), .number((0x1p63).nextDown)]
  }()

  private static func sign(_ left: IndexKey, _ right: IndexKey) -> Int {
    left < right ? -1 : right < left ? 1 : 0
  }

  private static func sign(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left.lexicographicallyPrecedes(right) ? -1 : right.lexicographicallyPrecedes(left) ? 1 : 0
  }

  @Test func `bytes of numbers come in the order of the numbers, and equal ones have the same`() {
    for left in Self.numbers {
      for right in Self.numbers {
        let bytes = Self.sign(left.orderedBytes, right.orderedBytes)
        #expect(bytes == Self.sign(left, right), "\(left) \(right)")
      }
    }
  }

  @Test func `bytes of any two numbers come in their order`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let keys = (0..<2).map { _ -> IndexKey in
        let bits = UInt64.random(in: 0...(.max), using: &random)
        let whole = Int64(bitPattern: bits) >> Int64.random(in: 0..<64, using: &random)
        let near = Double(whole)
        let drawn = Double(bitPattern: bits)
        return [.integer(whole), .number(near), .number(drawn.isFinite ? drawn : near)]
          .randomElement(using: &random) ?? .integer(0)
      }
      #expect(Self.sign(keys[0].orderedBytes, keys[1].orderedBytes) == Self.sign(keys[0], keys[1]))
    }
  }

  @Test func `a key that comes back from its bytes has the same place`() throws {
    let others: [IndexKey] = [
      .time(0), .time(-1), .time(.max), .time(.min), .text([]), .text([0, 255]),
      .reference(try RecordName("a")),
    ]
    for key in Self.numbers + others {
      let back = try IndexKey(orderedBytes: key.orderedBytes, ofKind: key.kind)
      #expect(back.kind == key.kind && Self.sign(back, key) == 0, "\(key) \(back)")
    }
  }

  @Test func `times come in their order, those before 1970 first`() {
    let times = [Int64.min, -2, -1, 0, 1, 256, .max].map { IndexKey.time($0).orderedBytes }
    for (left, right) in zip(times, times.dropFirst()) {
      #expect(left.lexicographicallyPrecedes(right))
    }
  }

  @Test(
    arguments: [
      (1, []), (1, [1, 2, 3]), (1, [UInt8](repeating: 255, count: 8)),
      (1, [UInt8](repeating: 128, count: 9)), (2, [1]), (4, [0xFF]), (5, [1]),
    ] as [(Int, [UInt8])])
  func `bytes that no key has are a damaged row`(_ kind: Int, _ bytes: [UInt8]) {
    #expect(throws: (any Error).self) { try IndexKey(orderedBytes: bytes, ofKind: kind) }
  }
}
