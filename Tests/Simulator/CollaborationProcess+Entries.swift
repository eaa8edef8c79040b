import CollaborationDomain
import GroveIdentity

/// Entering by a proof alone (protocol 8.9).
extension CollaborationProcess {
  /// Nobody yet: whoever has the secret that this is the hash of.
  static func candidate(_ entry: SessionHash) -> Caller {
    Caller(account: .entryCandidate(entry.bytes), authority: .session(entry))
  }

  func enter(_ request: CollaborationRequest, step: Int) async throws -> Done {
    switch request {
    case .entryChallenge(let id, let nonce, let entry):
      let (proofs, now) = (proofs, now)
      let call = Call(Self.candidate(entry), at: now)
      return try await seen({
        .challenge(
          proofs.issue(
            GivenChallenge(
              collaborationID: id, account: call.caller.account, nonce: nonce, epoch: $0,
              issuedAt: now, step: step, entry: entry), to: call))
      }) { .success(try EntryRules.challengeEpoch(of: id, reading: $0)) }
    case .enter(let id, let proof, let entry, let session):
      let secret = weakness == .entryBySight ? proof.challenge.entry ?? entry : entry
      guard let claim = proofs.claim(proof, to: id, by: Call(Self.candidate(secret), at: now))
      else { return Done(answer: .refused(.notVerified), changes: 0) }
      return try await enter(claim, in: session)
    default: return Done(answer: .refused(.notFound), changes: 0)
    }
  }

  private func enter(_ claim: GrantRules.Claim, in session: SessionHash) async throws -> Done {
    let (now, weakness) = (now, weakness)
    let own = AccountLabel.entered(
      by: claim.root, in: claim.collaborationID, of: proofs.audience)
    return try await done({ .entered($0, session) }) { reader in
      var (label, shown) = (own, reader)
      if weakness == .entryByBinding,
        let bound = try reader.binding(of: claim.root, in: claim.collaborationID)
      {
        label = bound.account
        shown = WeakenedReader(base: reader, mother: claim.root)
      }
      return try EntryRules.enter(
        claim,
        as: AccountRecord(
          account: label, displayName: "Guest", password: nil, createdAt: now,
          bornOf: claim.root),
        in: SessionRecord(
          hash: session, account: label, createdAt: now, expiresAt: now + 30 * 86_400_000),
        takesNew: true, reading: shown)
    }
  }
}
