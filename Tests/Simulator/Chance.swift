import GroveIdentity
import GroveTesting

/// All that is left to chance in a world. Everything follows from its seed.
struct Chance {
  private var generator: SeededGenerator
  private var made: UInt64 = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// 0 ..< count; 0 where there is nothing to choose from.
  mutating func below(_ count: Int) -> Int {
    count > 1 ? Int(generator.next() % UInt64(count)) : 0
  }

  /// True once in `count` times.
  mutating func once(in count: Int) -> Bool { below(count) == 0 }

  mutating func one<Value>(of values: [Value]) -> Value? {
    values.isEmpty ? nil : values[below(values.count)]
  }

  /// An identifier that no other of this world has.
  mutating func fresh<Value: FixedBytes>(_ type: Value.Type = Value.self) -> Value {
    made += 1
    var bytes: [UInt8] = []
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: made >> UInt64(shift)))
    }
    while bytes.count < Value.byteCount {
      bytes.append(UInt8(truncatingIfNeeded: generator.next()))
    }
    return Value(unchecked: Array(bytes.prefix(Value.byteCount)))
  }

  /// A scalar below the order of the curve that no other of this world has.
  mutating func scalar() -> [UInt8] { [1] + fresh(RootHash.self).bytes.dropLast() }

  mutating func seed() -> IdentitySeed { IdentitySeed.random(using: &generator) }
}
