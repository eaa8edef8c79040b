import Testing

@testable import GroveMessage

@Suite struct MessagePaddingTests {
  @Test(
    arguments: [
      (1, 512), (512, 512), (513, 1024), (16_383, 16_384), (16_384, 16_384), (16_385, 17_408),
      (17_408, 17_408), (17_409, 18_432), (32_767, 32_768), (32_768, 32_768), (32_769, 34_816),
      (65_535, 65_536), (65_536, 65_536),
    ])
  func `a plaintext becomes this long`(length: Int, padded: Int) throws {
    #expect(MessagePadding.paddedCount(length) == padded)
    let bytes = try MessagePadding.padded([UInt8](repeating: 1, count: length))
    #expect(bytes.count == padded)
    #expect(bytes[length...].allSatisfy { $0 == 0 })
  }

  @Test func `no length is shortened, shrinks with more bytes or exceeds the largest`() {
    var before = 0
    for length in 1...65_536 {
      let padded = MessagePadding.paddedCount(length)
      guard padded >= length, padded >= before, padded <= 65_536 else {
        Issue.record("\(length) becomes \(padded)")
        return
      }
      before = padded
    }
  }

  @Test func `one byte more than the largest plaintext is refused`() {
    #expect(throws: (any Error).self) {
      try MessagePadding.padded([UInt8](repeating: 1, count: 65_537))
    }
  }
}
