/// Reads the protocol's byte strings strictly (protocol 2.2): every read checks what is left, and
/// `finish()` refuses trailing bytes. Nothing here traps, whatever the input.
public struct ByteReader: Sendable {
  private let bytes: [UInt8]
  private var position: Int

  /// Begins before the first byte.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    self.position = 0
  }

  /// How many bytes have not been read yet.
  public var remaining: Int { bytes.count - position }

  /// One byte.
  /// - Throws: `malformed` where none is left.
  public mutating func u8() throws(IdentityError) -> UInt8 { try integer() }
  /// Two bytes, big-endian.
  /// - Throws: `malformed` where fewer are left.
  public mutating func u16() throws(IdentityError) -> UInt16 { try integer() }
  /// Four bytes, big-endian.
  /// - Throws: `malformed` where fewer are left.
  public mutating func u32() throws(IdentityError) -> UInt32 { try integer() }
  /// Eight bytes, big-endian.
  /// - Throws: `malformed` where fewer are left.
  public mutating func u64() throws(IdentityError) -> UInt64 { try integer() }

  /// Exactly `count` bytes.
  public mutating func raw(_ count: Int) throws(IdentityError) -> [UInt8] {
    guard count >= 0, remaining >= count else {
      throw IdentityError(.malformed, "structure ends too early")
    }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// `u16(len x) || x`.
  public mutating func vec16() throws(IdentityError) -> [UInt8] { try raw(Int(try u16())) }

  /// `u32(len x) || x`.
  public mutating func vec32() throws(IdentityError) -> [UInt8] { try raw(Int(try u32())) }

  /// To be called after the last member.
  /// - Throws: `malformed` where bytes are left over.
  public func finish() throws(IdentityError) {
    guard remaining == 0 else { throw IdentityError(.malformed, "structure has trailing bytes") }
  }

  private mutating func integer<Value: FixedWidthInteger & UnsignedInteger>()
    throws(IdentityError) -> Value
  {
    let size = Value.bitWidth / 8
    guard remaining >= size else { throw IdentityError(.malformed, "structure ends too early") }
    defer { position += size }
    return bytes[position..<position + size].reduce(Value(0)) { sum, byte in
      Value.bitWidth == 8 ? Value(byte) : (sum << 8) | Value(byte)
    }
  }
}
