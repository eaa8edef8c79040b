/// Bytes the collaboration server wants signed, with everything it needs to recognise them
/// without having stored them (protocol 7.2). Opaque to everyone else.
///
/// A value of this type was issued by, or its MAC was checked by, `ChallengeKeys`.
public struct Challenge: Hashable, Sendable {
  /// Bytes of every challenge; any other length is `challenge_invalid`.
  public static let byteCount = 68
  /// What is issued: the epoch is masked, so that nobody but the server can tell one from another.
  static let version: UInt8 = 2
  /// What was issued before, with the epoch in clear: recognised still, so that challenges outlive an
  /// upgrade, and never issued again.
  static let clearVersion: UInt8 = 1
  /// The bytes the MAC covers: all before it.
  static let headerBytes = 36
  /// Seconds a challenge lives unless asked otherwise.
  public static let defaultTTL: UInt16 = 120
  /// Seconds a challenge lives at most (protocol 18.5).
  public static let maximumTTL: UInt16 = 300
  /// Milliseconds that the clocks of two nodes may differ.
  public static let clockTolerance: UInt64 = 5_000

  /// Which of the server's keys made it.
  public let keyID: UInt8
  /// Milliseconds since 1970, by the issuing node's clock.
  public let issuedAt: UInt64
  /// Seconds from `issuedAt`, 1...300.
  public let ttlSeconds: UInt16
  /// The collaboration's membership counter when the challenge was issued.
  public let epoch: UInt64
  /// Consumed when a proof of this challenge leads to a grant.
  public let nonce: ChallengeNonce
  /// All 68 bytes, as they travel and as they are signed.
  public let bytes: [UInt8]

  /// - Parameters:
  ///   - bytes: 68 bytes whose MAC is right, or is about to be checked.
  ///   - key: the key with the number in them, which unmasks the epoch.
  /// - Throws: `malformed` for another length or version, `limitExceeded` for a ttl outside 1...300.
  init(_ bytes: [UInt8], key: ChallengeKey) throws(IdentityError) {
    var reader = ByteReader(bytes)
    let version = try reader.u8()
    guard bytes.count == Self.byteCount, version == Self.version || version == Self.clearVersion
    else { throw IdentityError(.malformed, "a challenge is 68 bytes of version 1 or 2") }
    keyID = try reader.u8()
    issuedAt = try reader.u64()
    ttlSeconds = try reader.u16()
    let written = try reader.u64()
    nonce = ChallengeNonce(unchecked: try reader.raw(16))
    epoch =
      version == Self.version ? written ^ key.epochMask(after: bytes[..<12], nonce) : written
    self.bytes = bytes
    guard (1...Self.maximumTTL).contains(ttlSeconds) else {
      throw IdentityError(.limitExceeded, "a challenge lives 1 to 300 seconds")
    }
  }

  /// Whether `issuedAt <= now + 5 s` and `now < issuedAt + ttl` (protocol 8.5 row 3), computed wide
  /// enough that no sum of times wraps (2.7.1).
  public func isCurrent(at now: UInt64) -> Bool {
    UInt128(issuedAt) <= UInt128(now) + UInt128(Self.clockTolerance)
      && UInt128(now) < UInt128(issuedAt) + UInt128(ttlSeconds) * 1000
  }

  /// From when on a record of the used nonce may be purged (protocol 9.8): `issuedAt + 305 s`.
  public var nonceExpiresAt: UInt64 {
    let lifetime = UInt64(Self.maximumTTL) * 1000 + Self.clockTolerance
    let (sum, overflow) = issuedAt.addingReportingOverflow(lifetime)
    return overflow ? .max : sum
  }
}
