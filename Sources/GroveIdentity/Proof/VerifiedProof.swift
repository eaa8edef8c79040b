/// What a verified proof says. Only `ProofVerifier` makes one, so holding one *is* the check of
/// rows 2 to 7 (protocol 8.5); membership, epoch and the grant are still to be decided.
public struct VerifiedProof: Hashable, Sendable {
  public let audience: Origin
  public let collaborationID: CollaborationID
  /// The app account the challenge was issued for; in profile 1 it is also inside the signature.
  public let account: AccountLabel
  /// The identity that was proved: look it up among the collaboration's active ones (row 8).
  public let root: RootHash
  /// The diversified key that signed.
  public let publicKey: PublicKey
  /// The challenge, with `nonce`, `epoch`, `issuedAt` and `ttlSeconds`.
  public let challenge: Challenge
  public let profile: ProofProfile

  public var nonce: ChallengeNonce { challenge.nonce }
  public var challengeEpoch: UInt64 { challenge.epoch }
  public var issuedAt: UInt64 { challenge.issuedAt }
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
