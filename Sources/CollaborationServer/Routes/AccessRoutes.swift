import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Challenge, proof, grant (protocol 7 to 9.4).
  func addAccessRoutes(_ core: CollaborationCore) {
    let rates = core.configuration.rates
    on(
      CollaborationRoutes.challenge, limits: RouteLimits(perCaller: rates.challenges)
    ) { request, caller in
      try await core.challenge(for: try request.collaborationID, to: caller)
    }
    on(CollaborationRoutes.enterByLink, limits: RouteLimits(perCaller: rates.proofs)) {
      request, caller in
      let id = try request.collaborationID
      let root = RootHash(unchecked: core.random(RootHash.byteCount))
      let entry = try await core.change(by: caller) {
        try LinkRules.enter(id, root: root, for: $0, reading: $1)
      }
      if entry.isNew { core.wake(entry.documentID) }
      return EnteredByLink(entry)
    }
    let handler = ProofHandler(core)
    on(CollaborationRoutes.prove, limits: RouteLimits(perCaller: rates.proofs)) { request, caller in
      try await handler.prove(request.body.bytes, for: try request.collaborationID, by: caller)
    }
    on(CollaborationRoutes.takeOver, limits: RouteLimits(perCaller: rates.proofs)) {
      request, caller in
      try await handler.prove(
        request.body.bytes, for: try request.collaborationID, takingOver: true, by: caller)
    }
  }
}

extension CollaborationCore {
  /// Issued for collaborations that do not exist too, in the same way.
  func challenge(for id: CollaborationID, to caller: Caller) async throws -> ChallengeIssued {
    let epoch = try await look(by: caller) { call, reader in
      try GrantRules.challengeEpoch(of: id, for: call, reading: reader)
    }
    let challenge = try configuration.keys.challengeKeys.issue(
      at: now(), ttl: configuration.challengeLifetime, epoch: epoch,
      nonce: ChallengeNonce(unchecked: random(ChallengeNonce.byteCount)),
      binding: binding(of: id, to: caller))
    let data = try ProofRequestData(account: caller.account, challenge: challenge.bytes)
    return ChallengeIssued(
      challenge: Base64URLBytes(challenge.bytes), expiresIn: Int(challenge.ttlSeconds),
      audience: configuration.publicOrigin, account: caller.account,
      data: Base64URLBytes(data.encoded))
  }

  /// What this request is about; never taken from a body.
  func binding(of id: CollaborationID, to caller: Caller) -> ChallengeBinding {
    ChallengeBinding(
      audience: configuration.publicOrigin, collaborationID: id, account: caller.account,
      session: caller.session.bytes)
  }
}

/// The hot route. Rows 1 to 7 of protocol 8.5 cost no look-up; then one transaction looks the root
/// up and grants.
struct ProofHandler: Sendable {
  private let core: CollaborationCore
  init(_ core: CollaborationCore) {
    self.core = core
  }

  /// - Throws: a `ProofRefusal` or `CollaborationRefusal` with the code of protocol 8.5.
  func prove(
    _ body: [UInt8], for id: CollaborationID, takingOver: Bool = false, by caller: Caller
  ) async throws -> AccessGranted {
    let answer = verifier(for: caller).verify(
      body: body, binding: core.binding(of: id, to: caller), now: core.now())
    switch answer {
    case .refused(let refusal): throw refusal
    case .verified(let proof):
      return try await grant(GrantRules.Claim(proof), takingOver: takingOver, to: caller)
    }
  }

  private func verifier(for caller: Caller) -> ProofVerifier {
    let keys = core.configuration.keys.challengeKeys
    // Profile 2 is for callers that are no browsers, where it is on.
    return switch caller.authority {
    case .session: ProofVerifier(keys: keys)
    case .backend: ProofVerifier(keys: keys, rawProofs: core.configuration.rawProofs)
    }
  }

  private func grant(_ claim: GrantRules.Claim, takingOver: Bool, to caller: Caller) async throws
    -> AccessGranted
  {
    let grant = try await core.change(by: caller) {
      try GrantRules.grant(claim, takingOver: takingOver, for: $0, reading: $1)
    }
    try await core.tell(grant)
    return AccessGranted(grant)
  }
}

extension EnteredByLink {
  init(_ entry: LinkRules.Entry) {
    let access: Document.Access =
      switch entry.access {
      case .owner: .owner
      case .readWrite: .readWrite
      case .readOnly: .readOnly
      }
    self.init(documentID: entry.documentID.base64url, access: access, isNew: entry.isNew)
  }
}

extension AccessGranted {
  init(_ grant: GrantRules.Grant) {
    self.init(
      result: grant.isNew ? .granted : .alreadyGranted, documentID: grant.documentID.base64url,
      title: grant.title, root: grant.root, epoch: DecimalUInt64(grant.epoch))
  }
}
