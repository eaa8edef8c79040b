import Foundation
import FuzzDecoders
import Testing

/// What a fuzzer does without seeing where it gets: the corpus, spoilt a little. The same in every run.
struct MutationTests {
  @Test(arguments: FuzzDecoder.allCases)
  func `every decoder takes a corpus that is spoilt at random without a trap`(decoder: FuzzDecoder)
    throws
  {
    // `GROVE_MUTATIONS=100000` looks longer.
    let wanted = ProcessInfo.processInfo.environment["GROVE_MUTATIONS"].flatMap(Int.init) ?? 300
    let inputs = try CorpusTests.inputs(decoder)
    var mutation = Mutation(state: 0x9E37_79B9_7F4A_7C15)
    for _ in 0..<wanted { decoder.take(mutation.spoilt(mutation.one(of: inputs), inputs)) }
  }
}

/// Small changes of inputs, all following from `state`.
private struct Mutation {
  var state: UInt64

  /// What lies at the edge of something: numbers, and marks that texts and encodings hang on.
  private static let edges: [[UInt8]] =
    [
      "9223372036854775807", "-9223372036854775808", "18446744073709551615", "4294967296", "0",
      "-1", "1e308", "\"", "\\", "\u{0}", "\n", "\r\n", ",", ";", "=", "%", "[", "{", "null", "é",
      "\u{202E}",
    ].map { Array($0.utf8) } + [
      [0xff], [0xff, 0xff, 0xff, 0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80],
    ]

  /// xorshift64 (Marsaglia 2003).
  mutating func below(_ count: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return count > 0 ? Int(state % UInt64(count)) : 0
  }

  mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  mutating func spoilt(_ input: [UInt8], _ others: [[UInt8]]) -> [UInt8] {
    var bytes = input
    for _ in 0...below(4) {
      let place = below(bytes.count + 1)
      let end = min(bytes.count, place + below(9))
      switch below(6) {
      case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: one(of: Self.edges), at: place)
      case 3: bytes.replaceSubrange(place..<end, with: one(of: Self.edges))
      case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
      default: bytes = Array(bytes[..<place]) + one(of: others).suffix(below(200))
      }
    }
    return Array(bytes.prefix(4096))
  }
}
