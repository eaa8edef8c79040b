import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// Of one person's identities one makes an account, and the others make no second one (protocol 9.3.1, 8.9.1).
@Suite struct PersonBirthTests {
  private let world = CollaborationWorld(MemoryStore())

  /// Ben has two invitations, 1 and 2, and has come in by the first.
  private func benIsInByTheFirst() async throws -> AccountLabel {
    try await world.share([1])
    _ = try await world.update(add: [2], persons: [2: 1], request: 31_000).get()
    return try await world.enter(1, nonce: 1).get().account.account
  }

  private func holders() async throws -> Set<AccountLabel> {
    let id = try CollaborationWorld.collaboration(1)
    return try await Set(world.store.read { try $0.boundAccounts(in: id) })
  }

  private func sessions(of account: AccountLabel) async throws -> Int {
    try await world.store.read { try $0.sessions(of: account).count }
  }

  private func prove(_ root: Int, as account: AccountLabel, nonce: Int) async throws {
    let claim = try await world.claim(root, nonce: nonce)
    let call = Call(
      Caller(account: account, authority: .session(CollaborationWorld.entrySession(nonce: 1))),
      at: world.now)
    _ = try await world.store.change { try GrantRules.grant(claim, for: call, reading: $0) }.get()
  }

  private func account(bornOf root: Int) async throws -> AccountRecord? {
    let label = try CollaborationWorld.bornAccount(of: root)
    return try await world.store.read { try $0.account(label) }
  }

  @Test func `a person's other identity makes no second account, and opens not the first`()
    async throws
  {
    let ben = try await benIsInByTheFirst()
    for (nonce, anew) in [(2, false), (3, true)] {
      #expect(try await world.enter(2, nonce: nonce, anew: anew).refusal == .alreadyBound)
    }
    // Nor where what the account was born of is shown beside it: whose an identity is the owner says, and nobody proves.
    #expect(
      try await world.enter(2, nonce: 4, shown: [(1, in: 1)]).refusal == .alreadyBound)
    #expect(try await account(bornOf: 2) == nil)
    #expect(try await holders() == [ben])
    #expect(try await sessions(of: ben) == 1)
    // In a session of the account both are its own.
    try await prove(2, as: ben, nonce: 5)
    #expect(try await holders() == [ben])
    #expect(try await world.enter(1, nonce: 6).get().account.account == ben)
  }

  @Test func `whichever way the identities name each other, and whoever came in by a password`()
    async throws
  {
    try await world.share([1])
    _ = try await world.update(add: [2], persons: [2: 1], request: 1).get()
    _ = try await world.update(add: [3], persons: [3: 2], request: 2).get()
    _ = try await world.grant(3, to: "bob", nonce: 1).get()
    #expect(try await world.enter(1, nonce: 2).refusal == .alreadyBound)
    #expect(try await world.enter(2, nonce: 3).refusal == .alreadyBound)
    #expect(try await world.enter(2, nonce: 3, takesNew: false).refusal == .alreadyBound)
  }

  @Test func `somebody else makes their own, and so do they who have nothing there any more`()
    async throws
  {
    let ben = try await benIsInByTheFirst()
    _ = try await world.update(add: [5], request: 2).get()
    #expect(try await world.enter(5, nonce: 2).get().isNew)
    // Ben leaves, and comes by the other one: nothing of his is in use.
    let id = try CollaborationWorld.collaboration(1)
    let call = Call(
      Caller(account: ben, authority: .session(CollaborationWorld.entrySession(nonce: 1))),
      at: world.now)
    _ = try await world.store.change { try IdentityRules.leave(id, for: call, reading: $0) }.get()
    #expect(try await world.enter(2, nonce: 3).get().isNew)
  }

  @Test func `who is another person after all comes in by an account of their own`() async throws {
    let ben = try await benIsInByTheFirst()
    #expect(try await world.enter(2, nonce: 2).refusal == .alreadyBound)
    _ = try await world.grant(2, to: "eve", nonce: 3).get()
    #expect(try await holders() == [ben, CollaborationWorld.account("eve")])
  }

  @Test func `an account that was made before stays open to what it was born of`() async throws {
    try await world.share([1, 2])
    var accounts: [AccountLabel] = []
    for root in [1, 2] {
      accounts.append(try await world.enter(root, nonce: root).get().account.account)
    }
    // The owner says only now that they are one person's.
    let id = try CollaborationWorld.collaboration(1)
    try await world.store.change { _ in
      let (one, two) = (CollaborationWorld.root(1), CollaborationWorld.root(2))
      return Decision((), changes: [.notePerson(id, two, of: one)])
    }
    for root in [1, 2] {
      let entered = try await world.enter(root, nonce: 10 + root).get()
      #expect(!entered.isNew && entered.account.account == accounts[root - 1])
    }
  }

  @Test func `who has only new devices opens it with one new account, by whichever identity`()
    async throws
  {
    let old = try await benIsInByTheFirst()
    _ = try await world.update(replace: [(1, 3), (2, 4)], request: 2).get()
    #expect(try await world.enter(4, nonce: 2).refusal == .boundByReplacement)
    let entered = try await world.enter(4, nonce: 2, anew: true).get()
    #expect(entered.isNew && entered.grant.revocation?.lost == .accounts([old]))
    #expect(try await holders() == [entered.account.account])
    #expect(
      try await world.log().suffix(2).map(\.kind) == [
        .removed(old), .granted(entered.account.account),
      ])
    #expect(try await world.enter(3, nonce: 3, anew: true).refusal == .alreadyBound)
  }

  @Test func `what the old account has proved by the one is not taken over by the other`()
    async throws
  {
    let old = try await benIsInByTheFirst()
    _ = try await world.update(replace: [(1, 3), (2, 4)], request: 2).get()
    try await prove(3, as: old, nonce: 2)
    #expect(try await world.enter(4, nonce: 3, anew: true).refusal == .alreadyBound)
    // Nor what is the owner's own, or somebody's whom the operator has shut out.
    let other = CollaborationWorld(MemoryStore())
    try await other.share([1, 5])
    _ = try await other.update(add: [2, 6], persons: [2: 1, 6: 5], request: 2).get()
    _ = try await other.grant(1, to: "ann", nonce: 1).get()
    let shut = try await other.enter(5, nonce: 2).get().account.account
    _ = try await other.update(replace: [(1, 3), (5, 7)], request: 3).get()
    #expect(try await other.enter(6, nonce: 3).refusal == .boundByReplacement)
    let now = other.now
    _ = try await other.store.change {
      try OperatorRules.disable(shut, reason: "", at: now, reading: $0)
    }.get()
    for root in [2, 6] {
      #expect(try await other.enter(root, nonce: 3, anew: true).refusal == .alreadyBound)
    }
  }
}
