import CollaborationDomain
import Crypto
import GroveIdentity
import GroveServing
import GroveWire

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Getting in by a proof alone, and choosing a password afterwards (protocol 8.9).
  func addEntryRoutes(_ core: CollaborationCore) {
    let rates = core.configuration.rates
    onSignIn(
      CollaborationRoutes.entryChallenge, limits: RouteLimits(perAddress: rates.entryChallenges)
    ) { Answer(try await core.entryChallenge(for: try $0.collaborationID)) }
    onSignIn(CollaborationRoutes.enter, limits: RouteLimits(perAddress: rates.entries)) {
      try await core.enter($0.body, try $0.collaborationID, from: SignInClient($0, core))
    }
    on(CollaborationRoutes.addPassword, limits: RouteLimits(perCaller: rates.resets)) {
      try await core.addPassword($0.body, $1)
    }
  }
}

/// What only the asking page knows of an entry; the challenge is bound to its hash and nothing is stored.
private struct EntrySecret {
  static let byteCount = 32
  let session: [UInt8]

  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    session = Array(SHA256.hash(data: bytes))
  }

  /// What a challenge and a proof of this entry are about.
  func binding(of id: CollaborationID, at audience: Origin) -> ChallengeBinding {
    ChallengeBinding(
      audience: audience, collaborationID: id, account: .entryCandidate(session), session: session)
  }
}

extension CollaborationCore {
  /// Issued for collaborations that do not exist too, in the same way.
  fileprivate func entryChallenge(for id: CollaborationID) async throws -> EntryChallenge {
    let epoch = try await store.read { try EntryRules.challengeEpoch(of: id, reading: $0) }
    let bytes = random(EntrySecret.byteCount)
    guard let secret = EntrySecret(bytes) else { throw Problem(.internalError) }
    let binding = secret.binding(of: id, at: configuration.publicOrigin)
    let challenge = try configuration.keys.challengeKeys.issue(
      at: now(), ttl: configuration.challengeLifetime, epoch: epoch,
      nonce: ChallengeNonce(unchecked: random(ChallengeNonce.byteCount)), binding: binding)
    let data = try ProofRequestData(account: binding.account, challenge: challenge.bytes)
    return EntryChallenge(
      entry: Base64URLBytes(bytes), challenge: Base64URLBytes(challenge.bytes),
      expiresIn: Int(challenge.ttlSeconds), audience: configuration.publicOrigin,
      account: binding.account, data: Base64URLBytes(data.encoded))
  }

  /// - Throws: a `ProofRefusal` or `CollaborationRefusal` with the code of protocol 8.5; `malformed`.
  fileprivate func enter(_ body: Enter, _ id: CollaborationID, from client: SignInClient)
    async throws
    -> Answer<Entered>
  {
    try TextValidation.displayName(body.displayName)
    guard let secret = EntrySecret(body.entry.bytes) else { throw Problem(.challengeInvalid) }
    let audience = configuration.publicOrigin
    let verified = ProofVerifier(keys: configuration.keys.challengeKeys).verify(
      body: body.proof.bytes, binding: secret.binding(of: id, at: audience), now: now())
    guard case .verified(let proof) = verified else {
      if case .refused(let refusal) = verified { throw refusal }
      throw Problem(.internalError)
    }
    let claim = GrantRules.Claim(proof)
    let shown = try births(in: body, binding: secret.binding(of: id, at: audience))
    let birth = try await store.read {
      try EntryRules.birth(for: claim, among: shown, reading: $0)
    }
    let label = birth?.account ?? AccountLabel.entered(by: claim.root, in: id, of: audience)
    let (token, session) = newSession(for: label, on: client.summary)
    let newcomer = AccountRecord(
      account: label, displayName: body.displayName, password: nil, createdAt: session.createdAt,
      bornOf: birth?.root ?? claim.root)
    let takesNew = configuration.allowsRegistration
    let entered = try await change(for: label.streamAccount) {
      try EntryRules.enter(
        claim, as: newcomer, in: session, takesNew: takesNew, anew: body.anew ?? false,
        reading: $0)
    }
    try await cut(entered.ended, of: label)
    try await tell(entered.grant)
    return Answer(
      Entered(
        session: AppSession(
          token: token.text, account: label, displayName: entered.account.displayName,
          expiresAt: DecimalUInt64(token.expiresAt)),
        access: AccessGranted(entered.grant), isNewAccount: entered.isNew),
      headers: SessionCookie.set(token, isSecure: configuration.isSecure, now: session.createdAt))
  }

  /// Identities that the same device has shown; what does not verify shows nothing.
  private func births(in body: Enter, binding: ChallengeBinding) throws -> [EntryRules.Birth] {
    let shown = body.born ?? []
    guard shown.count <= EntryRules.mostShown else { throw Problem(.malformed) }
    let verifier = ProofVerifier(keys: configuration.keys.challengeKeys)
    return shown.compactMap { one in
      let root = verifier.rootShown(
        by: one.proof.bytes, in: one.collaborationID, binding: binding, now: now())
      return root.map { root in
        let account = AccountLabel.entered(
          by: root, in: one.collaborationID, of: binding.audience)
        return EntryRules.Birth(account: account, root: root)
      }
    }
  }

  /// Whose access another account has taken over is served no more when it returns.
  func tell(_ grant: GrantRules.Grant) async throws {
    if let revocation = grant.revocation {
      _ = try await cut(revocation, .removed)
    } else if grant.isNew {
      wake(grant.documentID)
    }
  }

  /// When it returns, every other session has ended and no stream of theirs is served any more.
  fileprivate func addPassword(_ body: AddPassword, _ caller: Caller) async throws -> NoBody {
    try TextValidation.password(body.newPassword)
    // Nobody is worth a hash who may not have one.
    let name = body.signInName
    try await look(by: caller) { try EntryRules.mayAddPassword(named: name, $0, reading: $1) }
    let password = try await signIns.passwords.hash(
      body.newPassword, salt: random(16), for: .known(caller.account))
    let ended = try await change(by: caller) {
      try EntryRules.addPassword(password, named: name, $0, reading: $1)
    }
    try await cut(ended, of: caller.account)
    return NoBody()
  }
}
