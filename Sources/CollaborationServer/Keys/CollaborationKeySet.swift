import GroveIdentity
import GroveWire

/// The keys of a collaboration server over time: each kind has a newest, and those it replaced for as
/// long as something made with them is still about. Pure; times are milliseconds since 1970.
package struct CollaborationKeySet: Codable, Sendable, Redacted {
  /// One key, and when it takes over from the one behind it in its list.
  package struct Key: Codable, Sendable, Redacted {
    var keyID: UInt8
    var secret: Base64URLBytes
    var since: DecimalUInt64
  }

  /// What is replaced together.
  package enum Kind: String, CaseIterable, Sendable {
    /// What challenges are recognised by (protocol 7.2).
    case challenges
    /// What session tokens are recognised by.
    case sessions
    /// What signs notices (protocol 12.4).
    case attestations
    /// What posts to notice addresses (protocol 12.8). Each address is bound to it for good: with another
    /// one they all end, and are made anew when their people next open the app.
    case push

    /// Those whose replacing nobody notices.
    package static let unnoticed: Set<Kind> = [.challenges, .sessions, .attestations]
  }

  static let version = 2
  /// A server sees another file after half a minute at the latest, even where nobody wakes it.
  package static let noticedWithin: UInt64 = 60_000
  /// Before a new key makes anything that another node is shown, that one has read it: it looks every half minute, and a
  /// network's file system may show a file that was for another minute (nfs(5), acdirmax).
  package static let knownBeforeMaking: UInt64 = 180_000
  /// Messengers keep the published keys for five minutes: before a new one signs it has been shown
  /// for twice as long.
  package static let shownBeforeSigning: UInt64 = 600_000
  /// Keys of a kind: those that challenges of five minutes, sessions of a month, and attestations ask
  /// for; a rotation every day has room.
  static let maximumKeys = 64

  var version = Self.version
  /// Newest first, as in the other two.
  var challenges: [Key]
  var sessions: [Key]
  var attestations: [Key]
  /// One; nil in a file from before there were notice addresses.
  var push: Key?

  /// Fresh ones.
  package init(random: (Int) -> [UInt8]) throws {
    challenges = [Self.first(random(32))]
    sessions = [Self.first(random(32))]
    attestations = [Self.first(SigningKey().exportScalar().exportBytes())]
    push = Self.first(SigningKey().exportScalar().exportBytes())
  }

  private static func first(_ secret: [UInt8]) -> Key {
    Key(keyID: 1, secret: Base64URLBytes(secret), since: DecimalUInt64(0))
  }

  init(challenges: Key, sessions: Key, attestations: Key) {
    self.challenges = [challenges]
    self.sessions = [sessions]
    self.attestations = [attestations]
  }

  /// With a push key, where it has none yet.
  func withPushKey() -> CollaborationKeySet {
    var next = self
    next.push = push ?? Self.first(SigningKey().exportScalar().exportBytes())
    return next
  }

  /// With a new key of these kinds, which takes over when every node knows it. What the old ones have made stays good,
  /// except where they are forgotten: then challenges under way, sessions and old notices are not, at once.
  ///
  /// - Parameters:
  ///   - lifetime: milliseconds a session lives.
  ///   - forgetting: for keys that others may know.
  package func rotated(
    _ kinds: Set<Kind>, at now: UInt64, sessionLifetime lifetime: UInt64, forgetting: Bool,
    random: (Int) -> [UInt8]
  ) throws -> CollaborationKeySet {
    var next = self
    let soon = forgetting ? now : now + Self.knownBeforeMaking
    if kinds.contains(.challenges) {
      let overlap = ChallengeKeys.overlap + Self.noticedWithin
      next.challenges = Self.adding(
        random(32), since: soon, to: challenges, for: overlap, at: now, forgetting)
    }
    if kinds.contains(.sessions) {
      let overlap = lifetime + Self.noticedWithin
      next.sessions = Self.adding(
        random(32), since: soon, to: sessions, for: overlap, at: now, forgetting)
    }
    if kinds.contains(.attestations) {
      // An old notice may be read whenever somebody reads it: its key stays published.
      next.attestations = Self.adding(
        SigningKey().exportScalar().exportBytes(),
        since: forgetting ? now : now + Self.shownBeforeSigning, to: attestations, for: .max,
        at: now, forgetting)
    }
    if kinds.contains(.push) {
      next.push =
        Self.adding(
          SigningKey().exportScalar().exportBytes(), since: now, to: push.map { [$0] } ?? [],
          for: 0,
          at: now, true
        ).first
    }
    return next
  }

  /// The list with a new key in front, without those that were replaced longer ago than `overlap`.
  private static func adding(
    _ secret: [UInt8], since: UInt64, to keys: [Key], for overlap: UInt64, at now: UInt64,
    _ forgetting: Bool
  ) -> [Key] {
    let used = Set(keys.map(\.keyID))
    let newest = keys.first?.keyID ?? 0
    let free = (1...255).lazy.map { newest &+ UInt8($0) }.first { $0 > 0 && !used.contains($0) }
    let key = Key(
      keyID: free ?? 1, secret: Base64URLBytes(secret), since: DecimalUInt64(since))
    guard !forgetting else { return [key] }
    let kept = needed(keys, for: overlap, at: now)
    return [key] + kept.prefix(maximumKeys - 1)
  }

  /// A key is needed until so long after the one in front of it took over.
  private static func needed(_ keys: [Key], for overlap: UInt64, at now: UInt64) -> [Key] {
    keys.enumerated().filter { index, _ in
      guard index > 0 else { return true }
      let (end, overflow) = keys[index - 1].since.value.addingReportingOverflow(overlap)
      return overflow || now < end
    }.map(\.element)
  }

  /// What a server works with at a moment.
  /// - Throws: `malformed` where a key is none.
  package func keys(at now: UInt64) throws -> CollaborationServerKeys {
    guard let challenge = Self.making(challenges, at: now),
      let session = Self.making(sessions, at: now), let signing = Self.making(attestations, at: now)
    else { throw IdentityError(.malformed, "a key file without keys") }
    var keys = try CollaborationServerKeys(
      challengeKeys: ChallengeKeys(
        current: Self.challengeKey(challenge),
        previous: challenges.indices.filter { challenges[$0].keyID != challenge.keyID }.map {
          // One that has not taken over yet is recognised as well: another node may make with it already.
          ChallengeKeys.Replaced(
            key: try Self.challengeKey(challenges[$0]),
            replacedAt: $0 > 0 ? challenges[$0 - 1].since.value : .max)
        }),
      noticeKey: SigningKey(scalar: signing.secret.bytes), noticeKeyID: "\(signing.keyID)",
      sessionKey: SecretBytes(session.secret.bytes))
    keys.otherSessionKeys = sessions.filter { $0.keyID != session.keyID }
      .map { SecretBytes($0.secret.bytes) }
    keys.publishedNoticeKeys = try attestations.map {
      .init(keyID: "\($0.keyID)", publicKey: try SigningKey(scalar: $0.secret.bytes).publicKey)
    }
    keys.pushKey = try push.map { try SigningKey(scalar: $0.secret.bytes) }
    return keys
  }

  /// The newest that has taken over.
  private static func making(_ keys: [Key], at now: UInt64) -> Key? {
    keys.first { $0.since.value <= now } ?? keys.last
  }

  private static func challengeKey(_ key: Key) throws -> ChallengeKey {
    try ChallengeKey(keyID: key.keyID, secret: SecretBytes(key.secret.bytes))
  }
}
