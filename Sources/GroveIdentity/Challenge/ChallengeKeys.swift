/// The keys a collaboration server issues and recognises challenges with: one current key, and the
/// ones it has replaced, for as long as challenges made with them live (protocol 7.2).
///
/// A value: every node that is given the same keys recognises every other node's challenges.
public struct ChallengeKeys: Sendable, Redacted {
  /// A key that another has taken over from.
  public struct Replaced: Sendable {
    /// Recognises challenges, and issues no more of them.
    public let key: ChallengeKey
    /// Milliseconds since 1970.
    public let replacedAt: UInt64

    /// For keys that were read from the server's store; `rotated(to:at:)` makes new ones.
    public init(key: ChallengeKey, replacedAt: UInt64) {
      self.key = key
      self.replacedAt = replacedAt
    }
  }

  /// The key that issues.
  public let current: ChallengeKey
  /// Newest first.
  public let previous: [Replaced]

  /// Milliseconds that a replaced key is still recognised: the longest ttl and the clock tolerance.
  public static let overlap = UInt64(Challenge.maximumTTL) * 1000 + Challenge.clockTolerance

  /// Keys from the server's own key store.
  /// - Parameter previous: newest first; all of them are recognised, however long ago they were
  ///   replaced.
  public init(current: ChallengeKey, previous: [Replaced] = []) {
    self.current = current
    self.previous = previous
  }

  /// The keys after `key` has taken over at `now`. Keys replaced longer ago than the overlap are
  /// dropped, and so is a replaced key with the new one's number.
  public func rotated(to key: ChallengeKey, at now: UInt64) -> ChallengeKeys {
    let kept = ([Replaced(key: current, replacedAt: now)] + previous).filter { old in
      old.key.keyID != key.keyID && now.subtractingClamped(old.replacedAt) <= Self.overlap
    }
    return ChallengeKeys(current: key, previous: kept)
  }

  /// A challenge for exactly this audience, collaboration, account and session. Whoever does not hold
  /// the key cannot tell which epoch is in it.
  ///
  /// - Parameters:
  ///   - issuedAt: milliseconds since 1970.
  ///   - ttl: seconds, 1...300.
  ///   - epoch: the collaboration's membership counter.
  ///   - nonce: 16 fresh random bytes.
  /// - Throws: `limitExceeded` for a ttl outside 1...300 or a session above 65 535 bytes.
  public func issue(
    at issuedAt: UInt64, ttl: UInt16 = Challenge.defaultTTL, epoch: UInt64, nonce: ChallengeNonce,
    binding: ChallengeBinding
  ) throws(IdentityError) -> Challenge {
    var writer = ByteWriter(capacity: Challenge.byteCount)
    writer.u8(Challenge.version)
    writer.u8(current.keyID)
    writer.u64(issuedAt)
    writer.u16(ttl)
    writer.u64(epoch ^ current.epochMask(after: writer.bytes[...], nonce))
    writer.raw(nonce.bytes)
    writer.raw(try current.authenticationCode(of: writer.bytes[...], for: binding))
    return try Challenge(writer.bytes, key: current)
  }

  /// The challenge in `bytes`, nil unless it is one of ours for this very request: 68 bytes,
  /// version 2 or 1, a known key, a ttl in 1...300, and the right MAC, compared in constant time
  /// (protocol 8.5 row 2). Whether it is still current is another question (row 3).
  public func recognize(_ bytes: [UInt8], binding: ChallengeBinding) -> Challenge? {
    let end = Challenge.headerBytes
    guard bytes.count == Challenge.byteCount, let key = key(bytes[1]),
      key.isValid(bytes[end...], of: bytes[..<end], for: binding)
    else { return nil }
    return try? Challenge(bytes, key: key)
  }

  private func key(_ keyID: UInt8) -> ChallengeKey? {
    current.keyID == keyID ? current : previous.first { $0.key.keyID == keyID }?.key
  }
}

extension UInt64 {
  fileprivate func subtractingClamped(_ other: UInt64) -> UInt64 { self > other ? self - other : 0 }
}
