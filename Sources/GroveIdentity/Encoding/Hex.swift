/// Bytes as lowercase hex and back, strictly (protocol 2.6.1): even length, `0-9a-f` only.
public enum Hex {
  /// Two lowercase digits for each byte.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a whole text.
  /// - Throws: `malformed` for upper case, odd length or anything that is not hex.
  public static func decode(_ text: String) throws(IdentityError) -> [UInt8] {
    try decode(utf8: Array(text.utf8)[...])
  }

  /// The same over the text's UTF-8 bytes, for decoders that never make a `String`.
  public static func decode(utf8 characters: ArraySlice<UInt8>) throws(IdentityError) -> [UInt8] {
    guard characters.count.isMultiple(of: 2) else {
      throw IdentityError(.malformed, "hex has an odd length")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 2)
    for index in stride(from: characters.startIndex, to: characters.endIndex, by: 2) {
      guard let high = value(characters[index]), let low = value(characters[index + 1]) else {
        throw IdentityError(.malformed, "not lowercase hex")
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
