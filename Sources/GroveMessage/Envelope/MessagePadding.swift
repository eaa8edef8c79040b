import GroveIdentity

/// Hides how long a message is (protocol 10.4): up to the smallest multiple of 512 bytes, above
/// 16 384 bytes to steps of about a sixteenth, so that sizes say little at every scale.
enum MessagePadding {
  /// The largest padded plaintext.
  static let maximumByteCount = 65_536

  /// How long a plaintext of `length` bytes becomes.
  static func paddedCount(_ length: Int) -> Int {
    guard length > 16_384 else { return roundUp(length, to: 512) }
    let exponent = floorLog2(length)
    let significant = floorLog2(exponent) + 1
    return roundUp(length, to: 1 << (exponent - significant))
  }

  /// - Throws: `limitExceeded` above 65 536 bytes.
  static func padded(_ plaintext: [UInt8]) throws(IdentityError) -> [UInt8] {
    guard plaintext.count <= maximumByteCount else {
      throw IdentityError(.limitExceeded, "message content is at most 65350 bytes")
    }
    let padding = paddedCount(plaintext.count) - plaintext.count
    return plaintext + [UInt8](repeating: 0, count: padding)
  }

  private static func roundUp(_ length: Int, to step: Int) -> Int {
    (length + step - 1) / step * step
  }

  private static func floorLog2(_ value: Int) -> Int {
    Int.bitWidth - 1 - value.leadingZeroBitCount
  }
}
