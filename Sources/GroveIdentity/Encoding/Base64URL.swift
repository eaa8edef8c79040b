/// Bytes as base64url without padding and back (RFC 4648 section 5), strictly (protocol 2.6):
/// padding, whitespace, other alphabets and non-zero trailing bits are refused, so every byte
/// string has exactly one text.
public enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// 255 marks a character outside the alphabet.
  private static let values: [UInt8] = {
    var table = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
    return table
  }()

  /// The one text of these bytes, without padding.
  public static func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: textCount(of: bytes)) { write(bytes, to: $0) }
  }

  /// The same, at the end of a text that is being put together.
  public static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    text += [UInt8](unsafeUninitializedCapacity: textCount(of: bytes)) { out, count in
      count = write(bytes, to: out)
    }
  }

  private static func textCount(of bytes: [UInt8]) -> Int { (bytes.count * 4 + 2) / 3 }

  private static func write(_ bytes: [UInt8], to out: UnsafeMutableBufferPointer<UInt8>) -> Int {
    alphabet.withUnsafeBufferPointer { alphabet in
      bytes.withUnsafeBufferPointer { bytes in
        var written = 0
        var next = 0
        while next + 2 < bytes.count {
          let three =
            UInt32(bytes[next]) << 16 | UInt32(bytes[next + 1]) << 8 | UInt32(bytes[next + 2])
          out[written] = alphabet[Int(three >> 18)]
          out[written + 1] = alphabet[Int(three >> 12 & 63)]
          out[written + 2] = alphabet[Int(three >> 6 & 63)]
          out[written + 3] = alphabet[Int(three & 63)]
          next += 3
          written += 4
        }
        let rest = bytes.count - next
        guard rest > 0 else { return written }
        let last = UInt32(bytes[next]) << 16 | (rest > 1 ? UInt32(bytes[next + 1]) << 8 : 0)
        for character in 0...rest {
          out[written] = alphabet[Int(last >> UInt32(18 - 6 * character) & 63)]
          written += 1
        }
        return written
      }
    }
  }

  /// The bytes of a whole text.
  /// - Throws: `malformed` for padding, another alphabet, white space, or trailing bits that are
  ///   not zero.
  public static func decode(_ text: String) throws(IdentityError) -> [UInt8] {
    try decode(utf8: Array(text.utf8))
  }

  /// The same over the text's UTF-8 bytes, for decoders that never make a `String`.
  public static func decode(utf8 text: [UInt8]) throws(IdentityError) -> [UInt8] {
    try decode(utf8: text[...])
  }

  /// The same over a part of a larger text.
  public static func decode(utf8 text: ArraySlice<UInt8>) throws(IdentityError) -> [UInt8] {
    let rest = text.count % 4
    guard rest != 1 else { throw IdentityError(.malformed, "base64url length") }
    // One flag for the whole text: looking at it once at the end keeps the loop free of exits.
    var flaw: UInt8 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { out, count in
      text.withUnsafeBufferPointer { text in
        values.withUnsafeBufferPointer { values in
          count = decode(text, values, into: out, flaw: &flaw)
        }
      }
    }
    guard flaw < 64 else { throw IdentityError(.malformed, "not base64url") }
    // Two characters carry 12 bits for one byte, three carry 18 for two: the rest must be zero.
    let trailing: UInt8 = rest == 2 ? 0x0F : rest == 3 ? 0x03 : 0
    guard (text.last.map { values[Int($0)] } ?? 0) & trailing == 0 else {
      throw IdentityError(.malformed, "base64url trailing bits")
    }
    return bytes
  }

  /// - Parameter flaw: 64 or more afterwards if any character is outside the alphabet.
  /// - Returns: how many bytes were written, which is the capacity given above.
  private static func decode(
    _ text: UnsafeBufferPointer<UInt8>, _ values: UnsafeBufferPointer<UInt8>,
    into out: UnsafeMutableBufferPointer<UInt8>, flaw: inout UInt8
  ) -> Int {
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    var written = 0
    for character in text {
      let value = values[Int(character)]
      flaw |= value
      buffer = buffer << 6 | UInt32(value & 63)
      bits += 6
      if bits >= 8 {
        bits -= 8
        out[written] = UInt8(truncatingIfNeeded: buffer >> bits)
        written += 1
      }
    }
    return written
  }
}
