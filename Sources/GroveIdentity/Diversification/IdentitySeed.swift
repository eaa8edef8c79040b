/// 32 secret bytes from which one issued root follows (protocol 4.4).
///
/// Drawn fresh for every (collaboration, recipient account, issuance), delivered only inside
/// sealed envelopes to that recipient's devices, and forgotten by the sender after the upload
/// (4.4.1): seed and public directory together are the recipient's device list.
public struct IdentitySeed: Equatable, Sendable, Redacted {
  /// Bytes of a seed.
  public static let byteCount = 32
  private let secret: SecretBytes

  /// A seed from an invitation.
  /// - Throws: `malformed` unless there are exactly 32 bytes.
  public init(_ bytes: [UInt8]) throws(IdentityError) {
    guard bytes.count == Self.byteCount else {
      throw IdentityError(.malformed, "a seed is 32 bytes")
    }
    secret = SecretBytes(bytes)
  }

  private init(secret: SecretBytes) { self.secret = secret }

  /// A seed from `generator`, for tests and for whoever has to make the same one again.
  public static func random(using generator: inout some RandomNumberGenerator) -> IdentitySeed {
    IdentitySeed(secret: .random(count: byteCount, using: &generator))
  }

  /// From the system's generator.
  public static func random() -> IdentitySeed {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// Lends the 32 bytes; the pointer must not leave the closure.
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    secret.withUnsafeBytes(body)
  }

  /// A plain copy, for the sealed invitation that carries it.
  public func exportBytes() -> [UInt8] { secret.exportBytes() }

  /// In constant time.
  public static func == (left: Self, right: Self) -> Bool { left.secret == right.secret }
}
