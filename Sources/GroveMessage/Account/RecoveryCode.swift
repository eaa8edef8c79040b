public import GroveIdentity

/// Makes the code a person writes down, from random bytes (protocol 3.7). Reading one that was
/// typed, and showing it in groups of four, is `RecoveryKey`'s.
public enum RecoveryCode {
  /// 160 bits.
  public static let byteCount = 20
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// The recovery key of an account that is being made.
  /// - Parameter random: 20 random bytes; every five become eight characters, most significant
  ///   bit first.
  /// - Throws: `malformed` for another length.
  public static func key(random: SecretBytes) throws(IdentityError) -> RecoveryKey {
    guard random.count == byteCount else {
      throw IdentityError(.malformed, "a recovery code is made from 20 bytes")
    }
    let bytes = random.exportBytes()
    var characters: [UInt8] = []
    for start in stride(from: 0, to: byteCount, by: 5) {
      let value = bytes[start..<start + 5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      for shift in stride(from: 35, through: 0, by: -5) {
        characters.append(alphabet[Int(value >> UInt64(shift) & 31)])
      }
    }
    return try RecoveryKey(code: String(decoding: characters, as: UTF8.self))
  }
}
