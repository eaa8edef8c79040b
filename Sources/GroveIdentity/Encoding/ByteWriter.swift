/// Builds the protocol's byte strings: big-endian integers and counted vectors (protocol 2.2).
public struct ByteWriter: Sendable {
  /// Everything written so far.
  public private(set) var bytes: [UInt8]

  /// - Parameter capacity: bytes to reserve; a hint that bounds nothing.
  public init(capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Begins with `DS(label)` (protocol 2.3).
  public init(_ label: DomainLabel, capacity: Int = 256) {
    self.init(capacity: capacity)
    bytes.append(contentsOf: label.prefix)
  }

  /// One byte.
  public mutating func u8(_ value: UInt8) { bytes.append(value) }
  /// Two bytes, big-endian.
  public mutating func u16(_ value: UInt16) { integer(value) }
  /// Four bytes, big-endian.
  public mutating func u32(_ value: UInt32) { integer(value) }
  /// Eight bytes, big-endian.
  public mutating func u64(_ value: UInt64) { integer(value) }

  /// Bytes as they are, without a length.
  public mutating func raw(_ value: some Sequence<UInt8>) { bytes.append(contentsOf: value) }

  /// `vec16(x) = u16(len x) || x`.
  /// - Throws: `limitExceeded` above 65 535 bytes: an encoder never truncates (protocol 2.7.1).
  public mutating func vec16(_ value: some Collection<UInt8>) throws(IdentityError) {
    guard let count = UInt16(exactly: value.count) else {
      throw IdentityError(.limitExceeded, "vec16 holds at most 65535 bytes")
    }
    u16(count)
    raw(value)
  }

  /// `vec32(x) = u32(len x) || x`.
  /// - Throws: `limitExceeded` above 2^32-1 bytes.
  public mutating func vec32(_ value: some Collection<UInt8>) throws(IdentityError) {
    guard let count = UInt32(exactly: value.count) else {
      throw IdentityError(.limitExceeded, "vec32 holds at most 4294967295 bytes")
    }
    u32(count)
    raw(value)
  }

  private mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
