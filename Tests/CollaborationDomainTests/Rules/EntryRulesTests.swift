import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// Getting in by a proof alone (protocol 8.9): who makes an account, who finds it again, and whom it is closed to.
@Suite struct EntryRulesTests {
  private let world = CollaborationWorld(MemoryStore())

  private func born(_ root: Int, in number: Int = 1) throws -> AccountLabel {
    try CollaborationWorld.bornAccount(of: root, in: number)
  }

  @Test func `an invited person's proof makes an account, and another device's reaches it`()
    async throws
  {
    try await world.share([1])
    let first = try await world.enter(1, named: "Ben", nonce: 1).get()
    #expect(first.isNew && first.grant.isNew)
    #expect(first.account.displayName == "Ben" && first.account.password == nil)
    let second = try await world.enter(1, named: "Somebody", nonce: 2).get()
    #expect(!second.isNew && !second.grant.isNew)
    #expect(second.account == first.account, "and it keeps its name")
    #expect(try await world.store.read { try $0.sessions(of: first.account.account).count } == 2)
  }

  @Test func `two people never land in one account`() async throws {
    try await world.share([1, 2])
    let one = try await world.enter(1, nonce: 1).get().account
    let other = try await world.enter(2, nonce: 2).get().account
    #expect(one.account != other.account)
    #expect(one.bornOf == CollaborationWorld.root(1))
    #expect(try born(1) != born(1, in: 2), "the same root elsewhere is another identity")
  }

  @Test func `no proof opens an account that was not born of it`() async throws {
    try await world.share([1])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    #expect(try await world.enter(1, nonce: 2).refusal == .alreadyBound)
    let bob = try CollaborationWorld.account("bob")
    #expect(try await world.store.read { try $0.sessions(of: bob).isEmpty })
    #expect(try await world.store.read { try $0.account(born(1)) } == nil)
  }

  @Test func `an account that waits under the label of an entry is never entered`() async throws {
    try await world.share([1])
    let label = try born(1)
    // No rule makes one; a row of an older server could have such a label.
    let squatter = AccountRecord(
      account: label, displayName: "Eve", password: nil, createdAt: world.now)
    try await world.store.change { _ in Decision((), changes: [.putAccount(squatter)]) }
    #expect(try await world.enter(1, nonce: 1).refusal == .alreadyBound)
    #expect(try await world.store.read { try $0.sessions(of: label).isEmpty })
    let id = try CollaborationWorld.collaboration(1)
    #expect(try await world.store.read { try $0.boundAccounts(in: id) } == [])
  }

  @Test func `nobody registers a label that entries make or devices sign`() async throws {
    let candidate = AccountLabel.entryCandidate([UInt8](repeating: 7, count: 32))
    for label in [try born(1), candidate] {
      let account = AccountRecord(
        account: label, displayName: "Eve", password: nil, createdAt: world.now)
      let session = SessionRecord(
        hash: .zero, account: label, createdAt: world.now, expiresAt: .max >> 1)
      let answer = try await world.store.change {
        try AccountRules.create(account, session: session, reading: $0)
      }
      #expect(answer.refusal == .accountTaken)
    }
  }

  @Test func `what was signed for an entry is granted to no account`() async throws {
    try await world.share([1])
    let label = AccountLabel.entryCandidate([UInt8](repeating: 7, count: 32))
    let caller = Caller(
      account: label, authority: .backend(session: .zero, displayName: nil))
    let (claim, now) = (try await world.claim(1, nonce: 1), world.now)
    let answer = try await world.store.change {
      try GrantRules.grant(claim, for: Call(caller, at: now), reading: $0)
    }
    #expect(answer.refusal == .notVerified)
  }

  @Test func `whoever only has the link, or was removed, makes nothing`() async throws {
    try await world.share([1])
    #expect(try await world.enter(9, nonce: 1).refusal == .notVerified)
    #expect(try await world.enter(1, nonce: 1, in: 2).refusal == .notVerified)
    let early = try await world.epoch()
    _ = try await world.update(remove: [1], request: 1).get()
    #expect(try await world.enter(1, nonce: 2, epoch: early).refusal == .notVerified)
    #expect(try await world.store.read { try $0.accounts(after: nil, limit: 9).count } == 1)
  }

  @Test func `who is taken out is in no account by the old proof, and finds it when invited again`()
    async throws
  {
    try await world.share([1])
    let account = try await world.enter(1, nonce: 1).get().account
    _ = try await world.update(remove: [1], request: 1).get()
    #expect(try await world.enter(1, nonce: 2).refusal == .notVerified)
    _ = try await world.update(add: [1], request: 2).get()
    let again = try await world.enter(1, nonce: 3).get()
    #expect(again.account == account && !again.isNew && again.grant.isNew)
  }

  /// Whoever owns the document says which identity takes another's place. It must not be a way into the account.
  @Test func `an identity put in another's place does not open the account`() async throws {
    try await world.share([1])
    let account = try await world.enter(1, nonce: 1).get().account
    _ = try await world.update(replace: [(1, 2)], request: 1).get()
    let id = try CollaborationWorld.collaboration(1)
    #expect(try await world.store.read { try $0.boundAccounts(in: id) } == [account.account])
    #expect(try await world.enter(2, nonce: 2).refusal == .boundByReplacement)
    #expect(try await world.store.read { try $0.sessions(of: account.account).count } == 1)
    // Nor with the identity that it was born of in another collaboration, which is another identity.
    #expect(
      try await world.enter(2, nonce: 2, shown: [(1, in: 2), (2, in: 1)]).refusal
        == .boundByReplacement)
  }

  @Test func `a repeated proof begins no second session`() async throws {
    try await world.share([1])
    let account = try await world.enter(1, nonce: 1).get().account.account
    #expect(try await world.enter(1, nonce: 1).refusal == .challengeUsed)
    #expect(try await world.store.read { try $0.sessions(of: account).count } == 1)
  }

  @Test func `where no accounts are taken none is made, and one that is there is reached`()
    async throws
  {
    try await world.share([1, 2])
    _ = try await world.enter(1, nonce: 1).get()
    #expect(try await !world.enter(1, nonce: 2, takesNew: false).get().isNew)
    #expect(try await world.enter(2, nonce: 3, takesNew: false).refusal == .forbidden)
    #expect(try await world.grant(2, to: "bob", nonce: 3).get().isNew, "and nothing was used up")
  }

  @Test func `a disabled account is closed to its proof too, and a deleted one for good`()
    async throws
  {
    try await world.share([1])
    let label = try await world.enter(1, nonce: 1).get().account.account
    let now = world.now
    _ = try await world.store.change {
      try OperatorRules.disable(label, reason: "", at: now, reading: $0)
    }.get()
    #expect(try await world.enter(1, nonce: 2).refusal == .accountDisabled)
    _ = try await world.store.change { try OperatorRules.enable(label, reading: $0) }.get()
    _ = try await world.enter(1, nonce: 2).get()
    _ = try await world.store.change {
      try AccountDeletion.begin(label, at: now, reading: $0)
    }.get()
    #expect(try await world.enter(1, nonce: 3).refusal == .accountDisabled)
  }

  @Test func `a password added later keeps the account, once, and ends other sessions`()
    async throws
  {
    try await world.share([1])
    let label = try await world.enter(1, nonce: 1).get().account.account
    _ = try await world.enter(1, nonce: 2).get()
    let own = CollaborationWorld.entrySession(nonce: 2)
    let call = Call(Caller(account: label, authority: .session(own)), at: world.now)
    let password = PasswordRecord(salt: [1], cost: 2, blockSize: 8, parallelism: 1, hash: [2])
    let add = {
      try await world.store.change {
        try EntryRules.addPassword(password, call, reading: $0)
      }
    }
    #expect(try await add().get() == [CollaborationWorld.entrySession(nonce: 1)])
    #expect(try await add().refusal == .forbidden, "a second one needs the first")
    let account = try await world.store.read { try $0.account(label) }
    #expect(account?.password == password && account?.bornOf == CollaborationWorld.root(1))
    #expect(try await world.enter(1, nonce: 3).get().account.account == label)
  }
}
