package import GroveIdentity
package import GroveWire

/// The secrets of a collaboration server. Nodes that share a store share them.
package struct CollaborationServerKeys: Sendable, Redacted {
  package static let secretBytes = 32

  /// Issue and recognise challenges (protocol 7.2).
  package var challengeKeys: ChallengeKeys
  /// Signs notice attestations; its public half is published (protocol 12.4).
  package var noticeKey: SigningKey
  package var noticeKeyID: String
  /// What attestations can be checked with: of the key that signs, of those it replaced, and of one
  /// that will sign soon.
  package var publishedNoticeKeys: [CollaborationKeys.Key]
  /// Posts to notice addresses, which are bound to it (protocol 12.8); nil: the server tells nothing.
  package var pushKey: SigningKey?
  /// Authenticates session tokens, so that a forged one costs no look-up.
  var sessionKey: SecretBytes
  /// Whose tokens are good, too: those it replaced, and one that another node may have begun with already; newest first.
  var otherSessionKeys: [SecretBytes] = []

  /// - Throws: `malformed` unless the session key is 32 bytes.
  package init(
    challengeKeys: ChallengeKeys, noticeKey: SigningKey, noticeKeyID: String,
    sessionKey: SecretBytes
  ) throws(IdentityError) {
    guard sessionKey.count == Self.secretBytes else {
      throw IdentityError(.malformed, "a server secret is 32 bytes")
    }
    self.challengeKeys = challengeKeys
    self.noticeKey = noticeKey
    self.noticeKeyID = noticeKeyID
    publishedNoticeKeys = [.init(keyID: noticeKeyID, publicKey: noticeKey.publicKey)]
    self.sessionKey = sessionKey
  }

  var allSessionKeys: [SecretBytes] { [sessionKey] + otherSessionKeys }

  /// Fresh ones.
  package static func random(using generator: inout some RandomNumberGenerator) throws
    -> CollaborationServerKeys
  {
    var keys = try CollaborationServerKeys(
      challengeKeys: ChallengeKeys(current: .random(keyID: 1, using: &generator)),
      noticeKey: SigningKey(), noticeKeyID: "1",
      sessionKey: .random(count: secretBytes, using: &generator))
    keys.pushKey = SigningKey()
    return keys
  }
}
