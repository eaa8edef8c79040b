/// Bytes the collaboration server wants signed, with everything it needs to recognise them
/// without having stored them (protocol 7.2). Opaque to everyone else.
///
/// A value of this type was issued by, or its MAC was checked by, `ChallengeKeys`.
public struct Challenge: Hashable, Sendable {
  public static let byteCount = 68
  /// Seconds: how long a challenge lives unless asked otherwise, and at most.
  public static let defaultTTL: UInt16 = 120
  public static let maximumTTL: UInt16 = 300
  /// Milliseconds that the clocks of two nodes may differ.
  public static let clockTolerance: UInt64 = 5_000

  public let keyID: UInt8
  public let issuedAt: UInt64
  public let ttlSeconds: UInt16
  /// The collaboration's membership counter when the challenge was issued.
  public let epoch: UInt64
  public let nonce: ChallengeNonce
  /// All 68 bytes, as they travel and as they are signed.
  public let bytes: [UInt8]

  /// - Parameter bytes: 68 bytes whose MAC is right, or is about to be checked.
  /// - Throws: `malformed` for another length or version, `limitExceeded` for a ttl outside 1...300.
  init(_ bytes: [UInt8]) throws(IdentityError) {
    var reader = ByteReader(bytes)
    guard bytes.count == Self.byteCount, try reader.u8() == 1 else {
      throw IdentityError(.malformed, "a challenge is 68 bytes of version 1")
    }
    keyID = try reader.u8()
    issuedAt = try reader.u64()
    ttlSeconds = try reader.u16()
    epoch = try reader.u64()
    nonce = ChallengeNonce(unchecked: try reader.raw(16))
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
