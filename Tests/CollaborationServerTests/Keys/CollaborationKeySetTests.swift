import Foundation
import GroveIdentity
import GroveWire
import Testing

@testable import CollaborationServer

struct CollaborationKeySetTests {
  private static let month: UInt64 = 30 * 24 * 3600 * 1000
  private let start: UInt64 = 1_800_000_000_000

  private func rotated(
    _ set: CollaborationKeySet, at now: UInt64, forgetting: Bool = false
  ) throws -> CollaborationKeySet {
    try set.rotated(
      Set(CollaborationKeySet.Kind.allCases), at: now, sessionLifetime: Self.month,
      forgetting: forgetting, random: Self.random)
  }

  private static func random(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255) }
  }

  @Test
  func `a challenge is recognised for its whole life after its key was replaced, and not longer`()
    throws
  {
    let binding = ChallengeBinding(
      audience: try Origin("https://docs.example"), collaborationID: try CollaborationID("c"),
      account: try AccountLabel("a"), session: [1])
    let first = try CollaborationKeySet(random: Self.random)
    // The last moment at which a server makes one that has not looked since the new key took over.
    let issuedAt =
      start + CollaborationKeySet.knownBeforeMaking + CollaborationKeySet.noticedWithin
    let challenge = try first.keys(at: start).challengeKeys.issue(
      at: issuedAt, ttl: Challenge.maximumTTL, epoch: 1, nonce: .zero, binding: binding)
    let second = try rotated(first, at: start)
    let end = issuedAt + UInt64(Challenge.maximumTTL) * 1000
    for (now, isRecognised) in [(start, true), (end - 1, true), (end + 60_000, false)] {
      // Another rotation drops what nobody needs any more.
      let keys = try rotated(second, at: now).keys(at: now)
      #expect(
        (keys.challengeKeys.recognize(challenge.bytes, binding: binding) != nil) == isRecognised)
    }
  }

  @Test func `a session is good until it ends, whichever key made it`() throws {
    var set = try CollaborationKeySet(random: Self.random)
    let account = try AccountLabel("a")
    let token = SessionToken.issue(
      to: account, expiresAt: start + Self.month, random: Self.random(16),
      key: try set.keys(at: start).sessionKey)
    for day in 0..<29 {
      set = try rotated(set, at: start + UInt64(day) * 24 * 3600 * 1000)
      let keys = try set.keys(at: start).allSessionKeys
      #expect(SessionToken(text: token.text, keys: keys)?.account == account)
    }
    let forgotten = try rotated(set, at: start + 1, forgetting: true).keys(at: start + 1)
    #expect(SessionToken(text: token.text, keys: forgotten.allSessionKeys) == nil)
  }

  @Test func `what one node makes with a new key, one that has not begun with it recognises`()
    throws
  {
    let binding = ChallengeBinding(
      audience: try Origin("https://docs.example"), collaborationID: try CollaborationID("c"),
      account: try AccountLabel("a"), session: [1])
    let first = try CollaborationKeySet(random: Self.random)
    let second = try rotated(first, at: start)
    let begins = start + CollaborationKeySet.knownBeforeMaking
    // Before, nobody makes anything with it, so that who has not read the file recognises everything.
    for (now, reader) in [(begins - 1, first), (begins, second)] {
      let (maker, other) = (try second.keys(at: now), try reader.keys(at: start))
      let challenge = try maker.challengeKeys.issue(
        at: now, epoch: 1, nonce: .zero, binding: binding)
      #expect(other.challengeKeys.recognize(challenge.bytes, binding: binding) != nil)
      let token = SessionToken.issue(
        to: binding.account, expiresAt: now + Self.month, random: Self.random(16),
        key: maker.sessionKey)
      #expect(SessionToken(text: token.text, keys: other.allSessionKeys) != nil)
      #expect((maker.challengeKeys.current.keyID == 1) == (now < begins))
    }
    let forgotten = try rotated(second, at: start, forgetting: true).keys(at: start)
    #expect(forgotten.allSessionKeys.count == 1, "what others may know is replaced at once")
  }

  @Test func `a new key for notices is published before it signs, and the old one stays`() throws {
    let first = try CollaborationKeySet(random: Self.random)
    let old = try first.keys(at: start)
    let second = try rotated(first, at: start)
    let soon = try second.keys(at: start + CollaborationKeySet.shownBeforeSigning - 1)
    #expect(soon.noticeKeyID == old.noticeKeyID)
    #expect(soon.publishedNoticeKeys.count == 2)
    let later = try second.keys(at: start + CollaborationKeySet.shownBeforeSigning)
    #expect(later.noticeKeyID != old.noticeKeyID)
    #expect(later.publishedNoticeKeys.contains { $0.publicKey == old.noticeKey.publicKey })
    #expect(later.publishedNoticeKeys.contains { $0.publicKey == later.noticeKey.publicKey })
  }

  @Test func `the push key stays when all else is replaced, and only its own replacing changes it`()
    throws
  {
    let first = try CollaborationKeySet(random: Self.random)
    let key = try #require(try first.keys(at: start).pushKey).publicKey
    func rotated(_ kinds: Set<CollaborationKeySet.Kind>) throws -> PublicKey? {
      try first.rotated(
        kinds, at: start, sessionLifetime: Self.month, forgetting: false, random: Self.random
      ).keys(at: start).pushKey?.publicKey
    }
    #expect(try rotated(CollaborationKeySet.Kind.unnoticed) == key)
    let other = try rotated([.push])
    #expect(other != nil && other != key)
  }

  @Test func `no number is given twice while it is in use, however often keys are rotated`() throws
  {
    var set = try CollaborationKeySet(random: Self.random)
    for turn in 0..<400 {
      set = try rotated(set, at: start + UInt64(turn))
      #expect(Set(set.challenges.map(\.keyID)).count == set.challenges.count)
      #expect(set.challenges.count <= CollaborationKeySet.maximumKeys)
      #expect(set.challenges.allSatisfy { $0.keyID > 0 })
    }
  }

  @Test func `a key file of the first form is read as it is, and keeps its keys when rotated`()
    throws
  {
    let path = FileManager.default.temporaryDirectory.path + "/grove-\(UUID().uuidString).json"
    defer {
      for file in [path, path + ".lock"] { try? FileManager.default.removeItem(atPath: file) }
    }
    let secrets = (0..<3).map { _ in Base64URL.encode(Self.random(32)) }
    let notice = Base64URL.encode(SigningKey().exportScalar().exportBytes())
    let text = """
      {"challengeKey":"\(secrets[0])","challengeKeyID":1,"noticeKey":"\(notice)",\
      "noticeKeyID":"1","sessionKey":"\(secrets[1])","unknownEpochKey":"\(secrets[2])","version":1}
      """
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    let before = try CollaborationKeyFile.open(path)
    try CollaborationKeyFile.replace(
      path, by: try rotated(try CollaborationKeyFile.read(path), at: start))
    let after = try CollaborationKeyFile.open(path, now: start)
    #expect(before.pushKey != nil, "an older file gets one")
    #expect(after.challengeKeys.current.keyID == 1)
    #expect(after.challengeKeys.previous.map(\.key.keyID) == [2])
    #expect(after.noticeKey.publicKey == before.noticeKey.publicKey)
    #expect(after.otherSessionKeys.count == 1)
    let mode =
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
  }
}
