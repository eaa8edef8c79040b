import Crypto

/// The key that outranks every device of an account, as 32 characters on paper (protocol 3.7).
///
/// 160 bits in Crockford's base32, shown once in groups of four. With that entropy no password
/// function is needed; the signing key follows from the code alone.
public struct RecoveryKey: Sendable, Redacted {
  /// Without the hyphens between the groups.
  public static let characterCount = 32
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// Signs recovery statements; its public half stands in the account's statements (protocol 3.4).
  public let signingKey: SigningKey
  /// The 32 characters, upper case, without separators.
  private let code: SecretBytes

  /// The key of a code that a person has typed.
  /// - Parameter text: what a person typed: case is ignored, spaces and hyphens are dropped, I and L
  ///   are read as 1, O as 0.
  /// - Throws: `malformed` for another number of characters or one that is not in the alphabet.
  public init(code text: String) throws(IdentityError) {
    try self.init(normalized: Self.normalize(text))
  }

  /// A key whose code comes from `generator`, five random bits for each character.
  /// - Throws: `keyInvalid`, which no code reaches.
  public static func random(using generator: inout some RandomNumberGenerator)
    throws(IdentityError) -> RecoveryKey
  {
    let values = SecretBytes.random(count: characterCount, using: &generator)
    return try RecoveryKey(normalized: values.exportBytes().map { alphabet[Int($0 & 31)] })
  }

  private init(normalized code: [UInt8]) throws(IdentityError) {
    self.code = SecretBytes(code)
    let extracted = HKDF<SHA256>.extract(
      inputKeyMaterial: SymmetricKey(data: code), salt: [UInt8]())
    let wide = HKDF<SHA256>.expand(
      pseudoRandomKey: extracted, info: DomainLabel.recovery.prefix, outputByteCount: 48)
    let scalar = wide.withUnsafeBytes { Scalar(reducing: $0) }
    signingKey = try SigningKey(scalar: scalar.bigEndianBytes)
  }

  /// The code in groups of four, for the one time it is shown.
  public func exportCode() -> String {
    let characters = code.exportBytes()
    let groups = stride(from: 0, to: characters.count, by: 4).map { start in
      String(decoding: characters[start..<start + 4], as: UTF8.self)
    }
    return groups.joined(separator: "-")
  }

  private static func normalize(_ text: String) throws(IdentityError) -> [UInt8] {
    var code: [UInt8] = []
    for byte in text.utf8 where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "-") {
      let upper = (0x61...0x7A).contains(byte) ? byte & 0xDF : byte
      let character: UInt8 =
        switch upper {
        case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
        case UInt8(ascii: "O"): UInt8(ascii: "0")
        default: upper
        }
      guard alphabet.contains(character) else {
        throw IdentityError(.malformed, "a recovery code has another character")
      }
      code.append(character)
    }
    guard code.count == characterCount else {
      throw IdentityError(.malformed, "a recovery code has 32 characters")
    }
    return code
  }
}
