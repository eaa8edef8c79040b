import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// What somebody signs in with whose account a proof has made (protocol 8.9.6).
@Suite struct SignInNameRulesTests {
  private let world = CollaborationWorld(MemoryStore())
  private let password = PasswordRecord(
    salt: [1], cost: 2, blockSize: 8, parallelism: 1, hash: [2])

  /// Enters by an identity of the document that is shared.
  private func enter(_ root: Int) async throws -> Call {
    let label = try await world.enter(root, nonce: root).get().account.account
    let session = CollaborationWorld.entrySession(nonce: root)
    return Call(Caller(account: label, authority: .session(session)), at: world.now)
  }

  private func add(_ name: AccountLabel?, _ call: Call) async throws -> CollaborationRefusal? {
    let asked = try await world.store.read {
      try EntryRules.mayAddPassword(named: name, call, reading: $0)
    }.refusal
    let answer = try await world.store.change {
      try EntryRules.addPassword(password, named: name, call, reading: $0)
    }.refusal
    #expect(asked == answer, "what is asked before is what is decided")
    return answer
  }

  private func register(_ label: AccountLabel) async throws -> CollaborationRefusal? {
    let account = AccountRecord(
      account: label, displayName: "x", password: password, createdAt: world.now)
    let session = SessionRecord(
      hash: CollaborationWorld.fill(900), account: label, createdAt: 1, expiresAt: .max >> 1)
    return try await world.store.change {
      try AccountRules.create(account, session: session, reading: $0)
    }.refusal
  }

  private func named(_ name: AccountLabel) async throws -> AccountLabel {
    try await world.store.read { try SignInNameRules.label(meantBy: name, reading: $0) }
  }

  @Test func `a sign-in name leads to its account, as the account's label does`() async throws {
    try await world.share([1])
    let (call, name) = (try await enter(1), try AccountLabel("ben@example.org"))
    #expect(try await named(name) == name)
    #expect(try await add(name, call) == nil)
    #expect(try await named(name) == call.caller.account)
    #expect(try await named(call.caller.account) == call.caller.account)
    let kept = try await world.store.read {
      try SignInNameRules.account(meantBy: name, reading: $0).password
    }
    #expect(kept == password)
    #expect(try await add(try AccountLabel("another"), call) == .forbidden)
  }

  @Test func `a sign-in name is nobody's label, nobody's other name and none that entries keep`()
    async throws
  {
    try await world.share([1, 2])
    let (first, second) = (try await enter(1), try await enter(2))
    let candidate = AccountLabel.entryCandidate([UInt8](repeating: 7, count: 32))
    let made = try AccountLabel("invited-" + String(repeating: "0", count: 32))
    // Ann's row came with the app's backend.
    let ann = try CollaborationWorld.account("ann")
    for taken in [ann, first.caller.account, second.caller.account, candidate, made] {
      #expect(try await add(taken, first) == .accountTaken, "\(taken)")
    }
    let name = try AccountLabel("ben@example.org")
    #expect(try await add(name, first) == nil)
    #expect(try await add(name, second) == .accountTaken)
    #expect(try await add(try AccountLabel("Ben@example.org"), second) == nil, "bytes differ")
  }

  @Test func `no account is ever made under what somebody signs in with`() async throws {
    try await world.share([1])
    let name = try CollaborationWorld.account("ben")
    let call = try await enter(1)
    #expect(try await add(name, call) == nil)
    #expect(try await register(name) == .accountTaken)
    #expect(try await world.createDocument(2, by: "ben").refusal == .accountTaken)
    #expect(try await world.grant(1, to: "ben", nonce: 9).refusal == .accountTaken)
    let backend = try world.call("ben")
    #expect(
      try await world.store.read { try AccountRules.me(backend, reading: $0) }.refusal
        == .accountTaken, "nor is anything looked at for it")
    let session = SessionRecord(
      hash: CollaborationWorld.fill(901), account: name, createdAt: 1, expiresAt: .max >> 1)
    let provided = try await world.store.change {
      try ProviderRules.signIn(
        session, as: ProviderIdentity(issuer: "i", subject: "s"), named: nil, reading: $0)
    }
    #expect(provided.refusal == .conflict, "the shell makes up another label")
    #expect(try await world.store.read { try $0.account(name) } == nil)
  }

  @Test func `a deleted account's sign-in name is free, and leads nowhere`() async throws {
    try await world.share([1, 2])
    let (first, second) = (try await enter(1), try await enter(2))
    let (name, now) = (try AccountLabel("ben@example.org"), world.now)
    #expect(try await add(name, first) == nil)
    _ = try await world.store.change {
      try AccountDeletion.begin(first.caller.account, at: now, reading: $0)
    }.get()
    #expect(try await named(name) == name)
    #expect(try await add(name, second) == nil)
    #expect(try await named(name) == second.caller.account)
  }

  @Test func `an operator names the account by it and sees it`() async throws {
    try await world.share([1, 2])
    let (call, name) = (try await enter(1), try AccountLabel("ben@example.org"))
    _ = try await enter(2)
    #expect(try await add(name, call) == nil)
    let now = world.now
    try await world.store.read { (reader) throws -> Void in
      let label = try SignInNameRules.label(meantBy: name, reading: reader)
      #expect(label == call.caller.account)
      let overview = try OperatorRules.look(at: label, at: now, reading: reader).get()
      #expect(overview.signInName == name)
      let list = try OperatorRules.list(after: nil, limit: 9, at: now, reading: reader)
      #expect(list.compactMap(\.signInName) == [name])
    }
  }
}
