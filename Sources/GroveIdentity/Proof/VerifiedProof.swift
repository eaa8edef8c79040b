/// What a verified proof says. Only `ProofVerifier` makes one, so holding one *is* the check of
/// rows 2 to 7 (protocol 8.5); membership, epoch and the grant are still to be decided.
public struct VerifiedProof: Hashable, Sendable {
  /// The origin it was verified for: the server's own.
  public let audience: Origin
  /// The collaboration the challenge was issued for.
  public let collaborationID: CollaborationID
  /// The app account the challenge was issued for; in profile 1 it is also inside the signature.
  public let account: AccountLabel
  /// The identity that was proved: look it up among the collaboration's active ones (row 8).
  public let root: RootHash
  /// The diversified key that signed.
  public let publicKey: PublicKey
  /// The challenge, with `nonce`, `epoch`, `issuedAt` and `ttlSeconds`.
  public let challenge: Challenge
  /// In `raw` the account was bound by the challenge alone (protocol 8.7).
  public let profile: ProofProfile

  /// To be consumed in the grant transaction (protocol 9.4).
  public var nonce: ChallengeNonce { challenge.nonce }
  /// Must not be below the identity's activation epoch (row 9).
  public var challengeEpoch: UInt64 { challenge.epoch }
  /// Milliseconds since 1970, when the challenge was issued.
  public var issuedAt: UInt64 { challenge.issuedAt }
  /// Seconds the challenge lives from `issuedAt`.
  public var ttlSeconds: UInt16 { challenge.ttlSeconds }

  init(
    _ binding: ChallengeBinding, challenge: Challenge, root: RootHash, publicKey: PublicKey,
    profile: ProofProfile
  ) {
    audience = binding.audience
    collaborationID = binding.collaborationID
    account = binding.account
    self.challenge = challenge
    self.root = root
    self.publicKey = publicKey
    self.profile = profile
  }
}
