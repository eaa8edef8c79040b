/// What a profile 1 proof signs (protocol 8.2). The server rebuilds it from what it knows; no
/// signed blob is ever parsed.
///
/// Label: no reuse in another protocol. Audience: no relay by another server. Collaboration: no
/// replay across documents. Account: no credit to another account. Root and key: no substitution
/// and no related-key forgery (4.7). Challenge: no replay.
public struct ProofTranscript: Hashable, Sendable {
  /// For the signer, the invitation's; for the server, its own origin.
  public let audience: Origin
  /// The collaboration that access is asked for.
  public let collaborationID: CollaborationID
  /// The app account that is to get access.
  public let account: AccountLabel
  /// The root of the identity tree that the key is a leaf of.
  public let root: RootHash
  /// The diversified key that signs.
  public let publicKey: PublicKey
  /// Opaque to the signer; at most 1024 bytes are ever signed (protocol 8.3).
  public let challenge: [UInt8]

  /// Made by the signer from its invitation, and again by the server from its request.
  public init(
    audience: Origin, collaborationID: CollaborationID, account: AccountLabel, root: RootHash,
    publicKey: PublicKey, challenge: [UInt8]
  ) {
    self.audience = audience
    self.collaborationID = collaborationID
    self.account = account
    self.root = root
    self.publicKey = publicKey
    self.challenge = challenge
  }

  /// `DS("identity-proof") || vec16(audience) || vec16(collaborationID) || vec16(account) ||
  /// root(32) || publicKey(65) || vec16(challenge)`.
  /// - Throws: `limitExceeded` for a challenge of more than 65 535 bytes.
  public func encoded() throws(IdentityError) -> [UInt8] {
    var writer = ByteWriter(.identityProof, capacity: 512)
    writer.vec16(audience)
    writer.vec16(collaborationID)
    writer.vec16(account)
    writer.raw(root.bytes)
    writer.raw(publicKey.bytes)
    try writer.vec16(challenge)
    return writer.bytes
  }
}
