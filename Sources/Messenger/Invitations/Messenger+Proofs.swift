public import GroveIdentity
import GroveMessage
public import GroveSystem
import MessengerDomain

extension Messenger {
  public func signedIdentityProof(
    for collaborationID: CollaborationID, using data: [UInt8], of origin: Origin,
    refused: Set<RootHash> = []
  ) async throws(MessengerError) -> Result<IdentityProof, ProofRequestRefusal> {
    let key = CollaborationKey(audience: origin, collaborationID: collaborationID)
    try await commitSharing { reader in
      SharingDecision(
        (), changes: try DocumentRules.proofAsked(of: key, refused: refused, in: reader))
    }
    func decide() async throws(MessengerError) -> ProofRules.Answer {
      try await look {
        try ProofRules.decide(
          collaborationID, data: data, requester: origin, refused: refused, reader: $0)
      }
    }
    var answer = try await decide()
    let hasLeft = try await look { try DocumentState.ending(of: key, in: $0) == .left }
    if var question = try await question(answer, hasLeft: hasLeft, in: key) {
      if hasLeft { question.hasLeft = true }
      guard let confirm = sharing.confirm, await confirm(question) else {
        return .failure(.accountNotConfirmed)
      }
      try await remember(question)
      // What was true before the person answered may not be any more.
      answer = try await decide()
    }
    switch answer {
    case .refuse(let refusal): return .failure(refusal)
    // Another account was confirmed for this audience meanwhile: this one was not.
    case .confirm: return .failure(.accountNotConfirmed)
    case .sign(let invitation, let leaf, let signing, let entering):
      try await remember(signing, entering, in: key)
      do {
        var proof = try sign(signing, with: leaf, of: invitation)
        proof.births = try entering?.births.compactMap { try show($0, signing) }
        return .success(proof)
      } catch {
        throw Self.translated(error)
      }
    }
  }

  /// Who left is asked, whatever else is known of them.
  private func question(_ answer: ProofRules.Answer, hasLeft: Bool, in key: CollaborationKey)
    async throws(MessengerError) -> AccountConfirmation?
  {
    switch answer {
    case .confirm(let question): return question
    case .sign(let invitation, _, .transcript(let request), let entering) where hasLeft:
      let title = try await look { try DocumentState.title(of: key, in: $0) }
      return AccountConfirmation(
        audience: key.audience, account: entering?.account ?? request.account, previous: nil,
        title: title ?? invitation.title)
    case .sign, .refuse: return nil
    }
  }

  private func remember(_ question: AccountConfirmation) async throws(MessengerError) {
    let confirmed = ProofRules.ConfirmedAccount(
      audience: question.audience, account: question.account, confirmedAt: now)
    try await commitSharing { _ in SharingDecision((), changes: [try .put(confirmed)]) }
  }

  private func remember(
    _ signing: ProofRules.Signing, _ entering: ProofRules.Entering?, in key: CollaborationKey
  ) async throws(MessengerError) {
    guard case .transcript(let request) = signing else { return }
    let account = entering?.account ?? request.account
    try await commitSharing { reader in
      let changes = try ProofRules.signed(for: account, in: key, reader: reader)
      return SharingDecision(
        (), changes: changes + (try DocumentRules.proofSigned(of: key, in: reader)))
    }
  }

  private func show(_ birth: ProofRules.Birth, _ signing: ProofRules.Signing) throws
    -> IdentityProof.Birth?
  {
    guard let leaf = birth.invitation.leaf else { return nil }
    let proof = try sign(signing, with: leaf, of: birth.invitation)
    return IdentityProof.Birth(
      collaborationID: birth.invitation.collaboration.collaborationID, proof: try proof.json())
  }

  private func sign(
    _ signing: ProofRules.Signing, with leaf: ReceivedInvitation.Leaf,
    of invitation: ReceivedInvitation
  ) throws -> IdentityProof {
    let scalar = try localSeal.open(
      leaf.sealedKey.bytes, purpose: ReceivedInvitation.sealPurpose)
    return IdentityProof(
      form: try leaf.proof(signing, key: SigningKey(scalar: scalar), invitation: invitation),
      root: invitation.root)
  }
}

extension ReceivedInvitation.Leaf {
  /// Audience, collaboration, root and key come from the invitation, never from who asks
  /// (protocol 8.3).
  func proof(
    _ signing: ProofRules.Signing, key: SigningKey, invitation: ReceivedInvitation
  ) throws -> IdentityProof.Form {
    switch signing {
    case .transcript(let request):
      let transcript = ProofTranscript(
        audience: invitation.collaboration.audience,
        collaborationID: invitation.collaboration.collaborationID, account: request.account,
        root: invitation.root, publicKey: publicKey, challenge: request.challenge)
      return .transcript(
        SignedIdentityProof(
          publicKey: publicKey.bytes, publicKeyIndex: index,
          inclusionHashes: hashes.map(\.bytes), challenge: request.challenge,
          signature: try key.sign(transcript.encoded())))
    case .raw(let data):
      return .raw(
        RawIdentityProof(
          publicKey: publicKey.bytes, publicKeyIndex: index,
          inclusionHashes: hashes.map(\.bytes), challenge: data, signature: try key.sign(data),
          signatureFormat: .p1363))
    }
  }
}
