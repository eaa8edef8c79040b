import Crypto

/// Whom and what a challenge was issued for (protocol 7.2). The server takes all four from the
/// request it is answering; a challenge verifies for exactly the same four.
public struct ChallengeBinding: Hashable, Sendable {
  public let audience: Origin
  public let collaborationID: CollaborationID
  public let account: AccountLabel
  /// Identifies the app session: a hash of its identifier, never the cookie itself.
  public let session: [UInt8]

  public init(
    audience: Origin, collaborationID: CollaborationID, account: AccountLabel, session: [UInt8]
  ) {
    self.audience = audience
    self.collaborationID = collaborationID
    self.account = account
    self.session = session
  }

  /// `H(DS("challenge-context") || vec16(audience) || … || vec16(session))`, 32 bytes.
  /// - Throws: `limitExceeded` for a session of more than 65 535 bytes.
  func contextHash() throws(IdentityError) -> SHA256.Digest {
    var writer = ByteWriter(.challengeContext, capacity: 512)
    writer.vec16(audience)
    writer.vec16(collaborationID)
    writer.vec16(account)
    try writer.vec16(session)
    return SHA256.hash(data: writer.bytes)
  }
}
