import CollaborationDomain
import GroveIdentity
import GroveTesting

/// Challenges and proofs: real ones in some worlds, and in the others a stand-in that judges the same
/// things from values, because a signature costs as much as forty steps.
struct ProofHandler: Sendable {
  let audience: Origin
  /// Nil in worlds of stand-ins.
  private let keys: ChallengeKeys?

  init(audience: Origin, isReal: Bool, seed: UInt64) {
    self.audience = audience
    var generator = SeededGenerator(seed: seed)
    keys = isReal ? ChallengeKeys(current: .random(keyID: 1, using: &generator)) : nil
  }

  var isReal: Bool { keys != nil }

  func issue(_ challenge: GivenChallenge, to call: Call) -> GivenChallenge {
    guard let keys else { return challenge }
    var challenge = challenge
    challenge.real = try? keys.issue(
      at: challenge.issuedAt, epoch: challenge.epoch, nonce: challenge.nonce,
      binding: binding(challenge.collaborationID, call))
    return challenge
  }

  /// What the server takes from a proof; nil where it does not verify (protocol 8.5, rows 1 to 7).
  func claim(_ proof: OfferedProof, to id: CollaborationID, by call: Call) -> GrantRules.Claim? {
    if let keys {
      guard let real = proof.real,
        case .verified(let verified) = ProofVerifier(keys: keys).verify(
          real, binding: binding(id, call), now: call.now)
      else { return nil }
      return GrantRules.Claim(verified)
    }
    let challenge = proof.challenge
    let end = challenge.issuedAt + UInt64(Challenge.defaultTTL) * 1000
    guard proof.isSigned, challenge.collaborationID == id, challenge.account == call.caller.account,
      challenge.issuedAt <= call.now + Challenge.clockTolerance, call.now < end
    else { return nil }
    return GrantRules.Claim(
      uncheckedCollaboration: id, root: proof.root, nonce: challenge.nonce,
      challengeEpoch: challenge.epoch, challengeExpiresAt: end,
      nonceExpiresAt: challenge.issuedAt + UInt64(Challenge.maximumTTL) * 1000
        + Challenge.clockTolerance)
  }

  private func binding(_ id: CollaborationID, _ call: Call) -> ChallengeBinding {
    ChallengeBinding(
      audience: audience, collaborationID: id, account: call.caller.account,
      session: call.caller.session.bytes)
  }
}
