import GroveTesting
import Testing

@testable import GroveIdentity

@Suite struct ScalarTests {
  let oracle: OpenSSLOracle

  init() throws { oracle = try OpenSSLOracle() }

  private func product(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    scalar(left).multiplied(by: scalar(right)).bigEndianBytes
  }

  private func scalar(_ bytes: [UInt8]) -> Scalar {
    bytes.withUnsafeBytes { Scalar(bigEndian: $0) }
  }

  private func reduced(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { Scalar(reducing: $0) }.bigEndianBytes
  }

  /// 0, 1, 2, n-1, n-2, n-3, every 2^k below n, and every 2^k-1.
  private func edgeValues() throws -> [[UInt8]] {
    var values: [[UInt8]] = try (1...3).map { try oracle.order(less: $0) }
    for power in 0..<256 {
      var value = [UInt8](repeating: 0, count: 32)
      value[31 - power / 8] = 1 << (power % 8)
      values.append(value)
      let ones = (0..<32).map { index -> UInt8 in
        let bits = power - (31 - index) * 8
        return bits >= 8 ? 255 : bits <= 0 ? 0 : UInt8((1 << bits) - 1)
      }
      values.append(ones)
    }
    return values
  }

  @Test func `products of edge values equal OpenSSL's`() throws {
    let edges = try edgeValues()
    let partners = try (1...3).map { try oracle.order(less: $0) } + [edges[4], edges[255]]
    for left in edges {
      for right in partners {
        #expect(product(left, right) == (try oracle.product(left, right)))
      }
      #expect(product(left, left) == (try oracle.product(left, left)))
    }
  }

  @Test func `products of random values equal OpenSSL's`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      // Below n: through the oracle's own reduction.
      let left = try oracle.reduced(generator.bytes(48))
      let right = try oracle.reduced(generator.bytes(48))
      #expect(product(left, right) == (try oracle.product(left, right)))
    }
  }

  @Test func `reductions of 48 bytes equal OpenSSL's`() throws {
    var generator = SeededGenerator(seed: 4)
    let orderMinusOne = try oracle.order(less: 1)
    let zeros = [UInt8](repeating: 0, count: 16)
    var inputs: [[UInt8]] = [
      [UInt8](repeating: 0, count: 48), [UInt8](repeating: 255, count: 48),
      zeros + orderMinusOne, zeros + (try oracle.order(less: 0)),
      zeros + (try oracle.order(less: 2)),
      orderMinusOne + zeros, orderMinusOne + [UInt8](repeating: 255, count: 16),
      (try oracle.order(less: 2)) + [UInt8](repeating: 255, count: 16),
      [UInt8](repeating: 255, count: 32) + zeros,
    ]
    for power in 0..<384 {
      var value = [UInt8](repeating: 0, count: 48)
      value[47 - power / 8] = 1 << (power % 8)
      inputs.append(value)
    }
    inputs += (0..<2000).map { _ in generator.bytes(48) }
    for input in inputs { #expect(reduced(input) == (try oracle.reduced(input))) }
  }

  @Test func `a reduced scalar is never zero and never n`() throws {
    let smallest = reduced([UInt8](repeating: 0, count: 48))
    #expect(smallest == [UInt8](repeating: 0, count: 31) + [1])
    let largest = reduced([UInt8](repeating: 0, count: 16) + (try oracle.order(less: 2)))
    #expect(largest == (try oracle.order(less: 1)))
  }

  @Test func `negation happens exactly where it is asked for`() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let value = try oracle.reduced(generator.bytes(48))
      #expect(scalar(value).negated(ifOne: 0).bigEndianBytes == value)
      #expect(scalar(value).negated(ifOne: 1).bigEndianBytes == (try oracle.negated(value)))
    }
  }
}
