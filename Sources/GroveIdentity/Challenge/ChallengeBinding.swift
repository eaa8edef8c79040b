import Crypto

/// Whom and what a challenge was issued for (protocol 7.2). The server takes all four from the
/// request it is answering; a challenge verifies for exactly the same four.
public struct ChallengeBinding: Hashable, Sendable {
  /// The server's own origin.
  public let audience: Origin
  /// The collaboration the proof is for, whether it exists or not (protocol 7.1).
  public let collaborationID: CollaborationID
  /// The signed-in app account that asks.
  public let account: AccountLabel
  /// Identifies the app session: a hash of its identifier, never the cookie itself.
  public let session: [UInt8]

  /// Made by a server for each request for a challenge and each proof.
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
