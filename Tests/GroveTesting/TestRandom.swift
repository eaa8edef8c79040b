/// The same generator under the name that reads better where a test stands in for a system's
/// randomness.
public typealias TestRandom = SeededGenerator

extension SeededGenerator {
  public mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
