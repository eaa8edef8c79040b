import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// The way back into an account born of a proof, by another document that it has opened, and past an account that cannot
/// be reached any more (protocol 8.9.4, 8.9.5).
@Suite struct WayBackTests {
  private let world: CollaborationWorld

  init() { world = CollaborationWorld(MemoryStore()) }
  private init(world: CollaborationWorld) { self.world = world }

  /// Ben is born of identity 1 in the first document, and has opened the second, as identity 2, in a session.
  private func bensTwoDocuments() async throws -> AccountLabel {
    try await world.share([1])
    _ = try await world.createDocument(2).get()
    _ = try await world.prepare(2, document: 2).get()
    _ = try await world.update(add: [2], request: 31_000, in: 2).get()
    let ben = try await world.enter(1, nonce: 1).get().account.account
    try await prove(2, in: 2, as: ben, nonce: 2)
    return ben
  }

  private func prove(_ root: Int, in number: Int, as account: AccountLabel, nonce: Int) async throws
  {
    _ = try await grant(root, in: number, as: account, nonce: nonce).get()
  }

  /// - Parameter session: the nonce of the entry that began it.
  private func grant(
    _ root: Int, in number: Int, as account: AccountLabel, nonce: Int, session: Int = 1,
    takingOver: Bool = false
  ) async throws -> Outcome<GrantRules.Grant> {
    let claim = try await world.claim(root, nonce: nonce, in: number)
    let caller = Caller(
      account: account, authority: .session(CollaborationWorld.entrySession(nonce: session)))
    let call = Call(caller, at: world.now)
    return try await world.store.change {
      try GrantRules.grant(claim, takingOver: takingOver, for: call, reading: $0)
    }
  }

  private func sessions(of account: AccountLabel) async throws -> Int {
    try await world.store.read { try $0.sessions(of: account).count }
  }

  @Test func `another document leads back, after the first was deleted, stopped, left or closed`()
    async throws
  {
    for ending in 0..<4 {
      let world = CollaborationWorld(MemoryStore())
      let tests = WayBackTests(world: world)
      let ben = try await tests.bensTwoDocuments()
      #expect(try await world.enter(2, nonce: 3, in: 2).refusal == .alreadyBound)
      let call = try world.call("ann")
      switch ending {
      case 0:
        _ = try await world.store.change {
          try DocumentRules.delete(CollaborationWorld.document(1), for: call, reading: $0)
        }.get()
      case 1:
        _ = try await world.store.change {
          try SharingRules.end(
            CollaborationWorld.collaboration(1), onlyUnused: false, for: call, reading: $0)
        }.get()
      case 2: _ = try await world.update(remove: [1], request: 2).get()
      default: _ = try await world.update(replace: [(1, 9)], request: 2).get()
      }
      let back = try await world.enter(2, nonce: 3, in: 2, shown: [(1, in: 1)]).get()
      #expect(back.account.account == ben && !back.isNew && !back.grant.isNew)
      #expect(try await tests.sessions(of: ben) == 2)
      #expect(
        try await world.enter(2, nonce: 3, in: 2, shown: [(1, in: 1)]).refusal == .challengeUsed)
    }
  }

  @Test func `what was shown opens nothing where the proved identity is not in use with it`()
    async throws
  {
    let ben = try await bensTwoDocuments()
    _ = try await world.update(add: [3, 4], request: 32_000, in: 2).get()
    // Not in use yet: it makes an account of its own, whatever else is shown.
    let other = try await world.enter(3, nonce: 4, in: 2, shown: [(1, in: 1)]).get()
    #expect(other.isNew && other.account.account != ben)
    // In use with somebody who signs in with a password.
    _ = try await world.grant(4, to: "bob", nonce: 5, in: 2).get()
    #expect(
      try await world.enter(4, nonce: 6, in: 2, shown: [(1, in: 1)]).refusal == .alreadyBound)
    #expect(try await sessions(of: ben) == 1)
  }

  /// A link with a false messenger makes Ben's page prove Eve's identity in his session. It must not become a way in.
  @Test func `an identity that was proved in a session does not open its account by itself`()
    async throws
  {
    let ben = try await bensTwoDocuments()
    #expect(try await world.enter(2, nonce: 3, in: 2).refusal == .alreadyBound)
    #expect(
      try await world.enter(2, nonce: 3, in: 2, shown: [(2, in: 1), (2, in: 2), (1, in: 2)]).refusal
        == .alreadyBound)
    #expect(try await world.enter(2, nonce: 3, in: 2, anew: true).refusal == .alreadyBound)
    #expect(try await sessions(of: ben) == 1)
  }

  @Test func `between the look and the change nobody else's account is entered`() async throws {
    let ben = try await bensTwoDocuments()
    let id = try CollaborationWorld.collaboration(2)
    let claim = try await world.claim(2, nonce: 7, in: 2)
    let now = world.now
    let inBen = AccountRecord(
      account: ben, displayName: "", password: nil, createdAt: now,
      bornOf: CollaborationWorld.root(1))
    let session = SessionRecord(
      hash: CollaborationWorld.entrySession(nonce: 7), account: ben, createdAt: now,
      expiresAt: .max >> 1)
    func enter() async throws -> Outcome<EntryRules.Entered> {
      try await world.store.change {
        try EntryRules.enter(claim, as: inBen, in: session, takesNew: true, reading: $0)
      }
    }
    // He has left meanwhile: the way that was looked up is none any more.
    let call = Call(
      Caller(
        account: ben, authority: .session(CollaborationWorld.entrySession(nonce: 1))),
      at: now)
    _ = try await world.store.change { try IdentityRules.leave(id, for: call, reading: $0) }.get()
    #expect(try await enter().refusal == .challengeStale)
    // Somebody else has it in use meanwhile.
    _ = try await world.grant(2, to: "eve", nonce: 8, in: 2).get()
    #expect(try await enter().refusal == .alreadyBound)
    #expect(try await sessions(of: ben) == 1)
  }

  @Test func `a disabled account is closed to the way back too`() async throws {
    let ben = try await bensTwoDocuments()
    let now = world.now
    _ = try await world.store.change {
      try OperatorRules.disable(ben, reason: "", at: now, reading: $0)
    }.get()
    #expect(
      try await world.enter(2, nonce: 3, in: 2, shown: [(1, in: 1)]).refusal == .accountDisabled)
  }

  @Test func `who has only new devices takes the document over with a new account, once asked`()
    async throws
  {
    try await world.share([1])
    let old = try await world.enter(1, nonce: 1).get().account.account
    _ = try await world.update(replace: [(1, 2)], request: 2).get()
    #expect(try await world.enter(2, nonce: 2).refusal == .boundByReplacement)
    let entered = try await world.enter(2, nonce: 2, anew: true).get()
    #expect(entered.isNew && entered.grant.isNew)
    #expect(entered.grant.revocation?.lost == .accounts([old]))
    let id = try CollaborationWorld.collaboration(1)
    #expect(
      try await world.store.read { try $0.boundAccounts(in: id) } == [entered.account.account])
    #expect(
      try await world.log().suffix(2).map(\.kind) == [
        .removed(old), .granted(entered.account.account),
      ])
    // From then on it is in use, for good, and the old account cannot have it back by a proof.
    #expect(try await world.enter(2, nonce: 3).get().account == entered.account)
    #expect(try await sessions(of: old) == 1)
  }

  /// The first document made the new account; the others are taken over in its session.
  @Test func `who has only new devices takes every other document over with that same account`()
    async throws
  {
    let old = try await bensTwoDocuments()
    _ = try await world.update(replace: [(1, 11)], request: 2).get()
    _ = try await world.update(replace: [(2, 12)], request: 3, in: 2).get()
    let new = try await world.enter(11, nonce: 11, anew: true).get().account.account
    #expect(
      try await grant(12, in: 2, as: new, nonce: 12, session: 11).refusal == .boundByReplacement)
    let taken = try await grant(12, in: 2, as: new, nonce: 12, session: 11, takingOver: true).get()
    #expect(taken.isNew && taken.revocation?.lost == .accounts([old]))
    let id = try CollaborationWorld.collaboration(2)
    #expect(try await world.store.read { try $0.boundAccounts(in: id) } == [new])
    #expect(try await world.log(2).suffix(2).map(\.kind) == [.removed(old), .granted(new)])
    // Repeated it changes nothing, and from then on it is the new one's for good.
    let again = try await grant(12, in: 2, as: new, nonce: 12, session: 11, takingOver: true).get()
    #expect(!again.isNew && again.revocation == nil)
    #expect(
      try await grant(12, in: 2, as: old, nonce: 13, takingOver: true).refusal == .alreadyBound)
  }

  @Test func `in a session, too, nothing is taken over that was proved, or is the owner's`()
    async throws
  {
    let ben = try await bensTwoDocuments()
    // Proved, and never replaced.
    let eve = try world.call("eve").account
    #expect(
      try await grant(2, in: 2, as: ben, nonce: 3, takingOver: true).get().isNew == false)
    func taken(_ root: Int, _ nonce: Int) async throws -> CollaborationRefusal? {
      try await world.grant(root, to: "eve", nonce: nonce, in: 2, takingOver: true).refusal
    }
    #expect(try await taken(2, 5) == .alreadyBound)
    // Proved since.
    _ = try await world.update(replace: [(2, 3)], request: 4, in: 2).get()
    #expect(try await world.grant(3, to: "eve", nonce: 6, in: 2).refusal == .boundByReplacement)
    try await prove(3, in: 2, as: ben, nonce: 7)
    #expect(try await taken(3, 8) == .alreadyBound)
    // The owner's own.
    _ = try await world.update(add: [5], request: 5, in: 2).get()
    _ = try await world.grant(5, to: "ann", nonce: 9, in: 2).get()
    _ = try await world.update(replace: [(5, 6)], request: 6, in: 2).get()
    #expect(try await taken(6, 10) == .alreadyBound)
    // That of somebody whom the operator has shut out.
    _ = try await world.update(replace: [(3, 4)], request: 7, in: 2).get()
    let now = world.now
    _ = try await world.store.change {
      try OperatorRules.disable(ben, reason: "", at: now, reading: $0)
    }.get()
    #expect(try await taken(4, 11) == .alreadyBound)
    let id = try CollaborationWorld.collaboration(2)
    #expect(try await world.store.read { try !$0.boundAccounts(in: id).contains(eve) })
  }

  @Test func `what an account has proved since the replacement is not taken over`() async throws {
    try await world.share([1])
    let old = try await world.enter(1, nonce: 1).get().account.account
    _ = try await world.update(replace: [(1, 2)], request: 2).get()
    try await prove(2, in: 1, as: old, nonce: 2)
    #expect(try await world.enter(2, nonce: 3, anew: true).refusal == .alreadyBound)
    // Nor what was never replaced, nor the owner's own.
    let other = CollaborationWorld(MemoryStore())
    try await other.share([1, 5])
    _ = try await other.grant(1, to: "bob", nonce: 1).get()
    #expect(try await other.enter(1, nonce: 2, anew: true).refusal == .alreadyBound)
    _ = try await other.grant(5, to: "ann", nonce: 3).get()
    _ = try await other.update(replace: [(5, 6)], request: 3).get()
    #expect(try await other.enter(6, nonce: 4, anew: true).refusal == .alreadyBound)
  }

  @Test func `what was proved first after a replacement, or before it, is taken over by nobody`()
    async throws
  {
    // Nobody had it in use when another took its place.
    try await world.share([1])
    _ = try await world.update(replace: [(1, 2)], request: 2).get()
    _ = try await world.grant(2, to: "bob", nonce: 1).get()
    #expect(try await world.enter(2, nonce: 2, anew: true).refusal == .alreadyBound)
    // Whoever had it by a replacement has left, and come again by a proof.
    _ = try await world.update(replace: [(2, 3)], request: 3).get()
    let (id, bob) = (try CollaborationWorld.collaboration(1), try world.call("bob"))
    _ = try await world.store.change { try IdentityRules.leave(id, for: bob, reading: $0) }.get()
    _ = try await world.grant(3, to: "bob", nonce: 3).get()
    #expect(try await world.enter(3, nonce: 4, anew: true).refusal == .alreadyBound)
    // It was there, and proved, before it took another's place.
    _ = try await world.update(add: [4], request: 4).get()
    _ = try await world.update(add: [5], request: 5).get()
    _ = try await world.grant(5, to: "eve", nonce: 5).get()
    _ = try await world.update(replace: [(4, 5)], request: 6).get()
    #expect(try await world.enter(5, nonce: 6, anew: true).refusal == .alreadyBound)
  }

  @Test func `what a disabled account has inherited is taken over by nobody`() async throws {
    try await world.share([1])
    let old = try await world.enter(1, nonce: 1).get().account.account
    _ = try await world.update(replace: [(1, 2)], request: 2).get()
    let now = world.now
    _ = try await world.store.change {
      try OperatorRules.disable(old, reason: "", at: now, reading: $0)
    }.get()
    #expect(try await world.enter(2, nonce: 2, anew: true).refusal == .alreadyBound)
  }

  @Test func `who keeps another identity there keeps access when one is taken over`() async throws {
    try await world.share([1, 5])
    let old = try await world.enter(1, nonce: 1).get().account.account
    try await prove(5, in: 1, as: old, nonce: 2)
    _ = try await world.update(replace: [(1, 2)], request: 2).get()
    let entered = try await world.enter(2, nonce: 3, anew: true).get()
    #expect(entered.grant.revocation == nil)
    let id = try CollaborationWorld.collaboration(1)
    #expect(
      try await Set(world.store.read { try $0.boundAccounts(in: id) })
        == [old, entered.account.account])
  }
}
