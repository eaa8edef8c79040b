import CollaborationDomain
import GroveIdentity

/// The collaboration server: the domain's rules over a store in memory, which is what is durable.
/// Nothing else is kept between two steps, so a crash loses only what is on its way.
struct CollaborationProcess {
  let store: any CollaborationStore = MemoryStore()
  let weakness: Weakness?
  let proofs: ProofHandler
  /// Milliseconds, by its own clock.
  var now: UInt64

  init(_ weakness: Weakness?, proofs: ProofHandler, now: UInt64) {
    self.weakness = weakness
    self.proofs = proofs
    self.now = now
  }

  /// What a request did, for the ledger.
  struct Done: Sendable {
    var answer: CollaborationAnswer
    /// How many rows the rule wanted to write.
    var changes: Int
  }

  /// A person's app, which has signed its person in by itself.
  static func caller(_ person: Cast.Person) -> Caller {
    let session = SessionHash(unchecked: Array(person.id.bytes.prefix(SessionHash.byteCount)))
    return Caller(
      account: person.label, authority: .backend(session: session, displayName: nil))
  }

  func step(_ request: CollaborationRequest, by caller: Caller, step: Int) async throws -> Done {
    let call = Call(caller, at: now)
    switch request {
    case .prepare(let document, let id, let fresh):
      return try await done(CollaborationAnswer.prepared) {
        try SharingRules.prepare(
          document, options: Self.everything, requestID: id, fresh: fresh, for: call, reading: $0)
      }
    case .identities(let id, let update, let requestID):
      let isTakeBack = !update.replace.isEmpty
      return try await done(CollaborationAnswer.changed, isTakeBack: isTakeBack) {
        try IdentityRules.update(update, of: id, requestID: requestID, for: call, reading: $0)
      }
    case .end(let id, let onlyUnused):
      return try await done(CollaborationAnswer.changed) {
        try SharingRules.end(id, onlyUnused: onlyUnused, for: call, reading: $0)
      }
    case .leave(let id):
      return try await done(CollaborationAnswer.changed) {
        try IdentityRules.leave(id, for: call, reading: $0)
      }
    case .append(let document, let id, let mentions):
      return try await done(CollaborationAnswer.appended) {
        try UpdateRules.append(
          UpdateRules.Update(.edit, [1], updateID: id, mentions: mentions), to: document,
          for: call, reading: $0)
      }
    case .knock(let id, let knock):
      return try await done({ _ in .knocked }) {
        try KnockRules.knock(id, id: knock, note: nil, for: call, reading: $0)
      }
    case .answerKnock(let id, let knock, let accept, let root):
      return try await done({ _ in .admitted }) {
        try KnockRules.answer(knock, in: id, accept: accept, root: root, for: call, reading: $0)
      }
    case .putAddress, .takeBackAddress: return try await keepAddress(request, call)
    case .entryChallenge, .enter: return try await enter(request, step: step)
    default: return try await look(request, call, step: step)
    }
  }

  private func look(_ request: CollaborationRequest, _ call: Call, step: Int) async throws -> Done {
    switch request {
    case .openLink(let id):
      return try await seen({ _ in .opened }) {
        try SharingRules.look(at: id, for: call, reading: $0)
      }
    case .listKnocks(let id):
      try await deliverKnocks()
      return try await seen({ .knocks($0.knocks) }) {
        try KnockRules.list(id, for: call, reading: $0)
      }
    case .challenge(let id, let nonce):
      let proofs = proofs
      let now = now
      return try await seen({
        .challenge(
          proofs.issue(
            GivenChallenge(
              collaborationID: id, account: call.caller.account, nonce: nonce, epoch: $0,
              issuedAt: now, step: step), to: call))
      }) { try GrantRules.challengeEpoch(of: id, for: call, reading: $0) }
    case .grant(let id, let proof):
      guard let claim = proofs.claim(proof, to: id, by: call) else {
        return Done(answer: .refused(.notVerified), changes: 0)
      }
      return try await done(CollaborationAnswer.granted) {
        try GrantRules.grant(claim, for: call, reading: $0)
      }
    default: return Done(answer: .refused(.notFound), changes: 0)
    }
  }

  /// Creates a document before the world begins.
  func create(_ document: DocumentID, requestID: RequestID, by person: Cast.Person) async throws {
    let call = Call(Self.caller(person), at: now)
    _ = try await done({ _ in .opened }) {
      try DocumentRules.create(
        title: "Document", id: document, requestID: requestID, for: call, reading: $0)
    }
  }

  /// What runs by itself: expired rows go, shares that came to nothing end.
  func maintain() async throws {
    let now = now
    try await store.change { _ in ExpiryRules.purge(at: now) }
    _ = try await store.change { try SharingRules.sweep(at: now, reading: $0) }
    try await deliverKnocks()
  }

  private func deliverKnocks() async throws {
    for knock in try await store.read({ try $0.waitingKnocks(in: nil, limit: 64) }) {
      _ = try await store.change { try KnockRules.deliver(knock, reading: $0) }
    }
  }

  /// Looks at the rows, as the rules see them.
  func read<Value: Sendable>(
    _ look: @escaping @Sendable (any CollaborationReader) throws -> Value
  ) async throws -> Value {
    let weakness = weakness
    return try await store.read { try look(Self.reader($0, weakness)) }
  }

  func seen<Value: Sendable>(
    _ answer: (Value) -> CollaborationAnswer,
    _ look: @escaping @Sendable (any CollaborationReader) throws -> Outcome<Value>
  ) async throws -> Done {
    switch try await read(look) {
    case .success(let value): Done(answer: answer(value), changes: 0)
    case .failure(let refusal): Done(answer: .refused(refusal), changes: 0)
    }
  }

  func done<Value: Sendable>(
    _ answer: (Value) -> CollaborationAnswer, isTakeBack: Bool = false,
    _ rule: @escaping @Sendable (any CollaborationReader) throws -> Decision<Outcome<Value>>
  ) async throws -> Done {
    let weakness = weakness
    let (outcome, changes) = try await store.change { reader in
      let decision = try rule(Self.reader(reader, weakness))
      let written = decision.changes.filter { !Self.isDropped($0, weakness, isTakeBack) }
      let kept =
        weakness == .undyingAddresses ? try Self.addresses(losing: written, reading: reader) : []
      return Decision((decision.answer, decision.changes.count), changes: written + kept)
    }
    switch outcome {
    case .success(let value): return Done(answer: answer(value), changes: changes)
    case .failure(let refusal):
      try hold(11, changes == 0, "the refusal \(refusal.rawValue) changed something")
      return Done(answer: .refused(refusal), changes: 0)
    }
  }

  private static func reader(_ base: any CollaborationReader, _ weakness: Weakness?)
    -> any CollaborationReader
  {
    switch weakness {
    case .hiddenActivation: WeakenedReader(base: base, hidesActivation: true)
    case .hiddenPersons: WeakenedReader(base: base, hidesPersons: true)
    default: base
    }
  }

  private static func isDropped(
    _ change: CollaborationChange, _ weakness: Weakness?, _ isTakeBack: Bool
  )
    -> Bool
  {
    switch (change, weakness) {
    case (.useNonce, .forgottenNonces?), (.removeIdentity, .unwrittenRemoval?),
      (.withdrawIdentity, .forgottenWithdrawals?):
      true
    case (.withdrawIdentity, .forgottenTakeBacks?): isTakeBack
    default: false
    }
  }

  private static let everything = SelectedShareOptions(
    access: .readWrite, allowsComments: true, allowsMentions: true)
}
