import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// What an operator decides about accounts.
@Suite struct OperatorRulesTests {
  let world = CollaborationWorld(MemoryStore())
  private let password = PasswordRecord(
    salt: [1], cost: 2, blockSize: 8, parallelism: 1, hash: [2])

  private func register(_ name: String) async throws -> (AccountLabel, SessionRecord) {
    let label = try CollaborationWorld.account(name)
    let session = SessionRecord(
      hash: .zero, account: label, createdAt: world.now, expiresAt: world.now + 1000)
    let account = AccountRecord(
      account: label, displayName: name, password: password, createdAt: world.now)
    _ = try await world.store.change {
      try AccountRules.create(account, session: session, reading: $0)
    }.get()
    return (label, session)
  }

  private func disable(_ label: AccountLabel, at time: UInt64? = nil) async throws
    -> Outcome<[SessionHash]>
  {
    let now = time ?? world.now
    return try await world.store.change {
      try OperatorRules.disable(label, reason: "why", at: now, reading: $0)
    }
  }

  private func signIn(_ session: SessionRecord, with password: PasswordRecord) async throws
    -> CollaborationRefusal?
  {
    var next = session
    next.hash = SessionHash(unchecked: [UInt8](repeating: 9, count: 32))
    return try await world.store.change { [next] in
      try AccountRules.signIn(next, checked: password, reading: $0)
    }.refusal
  }

  @Test
  func
    `a disabled account has no session, gets none, and a wrong password is answered as ever`()
    async throws
  {
    let (bob, session) = try await register("bob")
    let caller = Caller(account: bob, authority: .session(session.hash))
    let call = Call(caller, at: world.now)
    #expect(try await disable(bob).get() == [session.hash])
    #expect(
      try await world.store.read { try AccountRules.me(call, reading: $0) }.refusal
        == .unauthenticated)
    #expect(try await signIn(session, with: password) == .accountDisabled)
    var wrong = password
    wrong.hash = [3]
    #expect(try await signIn(session, with: wrong) == .credentialsInvalid)
    let nobody = SessionRecord(
      hash: .zero, account: try CollaborationWorld.account("nobody"), createdAt: 1, expiresAt: 9)
    #expect(try await signIn(nobody, with: password) == .credentialsInvalid)
    let again = try await disable(bob, at: world.now + 5)
    #expect(try again.get() == [])
    let kept = try await world.store.read { try $0.account(bob)?.disabled }
    #expect(kept?.at == world.now, "since when does not change")
    #expect(try await disable(nobody.account).refusal == .notFound)
  }

  @Test
  func `a backend may not act for a disabled account, and what it was granted comes back with it`()
    async throws
  {
    try await world.share([1, 2])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    let bob = try CollaborationWorld.account("bob")
    _ = try await disable(bob).get()
    #expect(try await world.access(of: "bob") == nil)
    #expect(try await world.append(1, by: "bob").refusal == .accountDisabled)
    #expect(try await world.grant(2, to: "bob", nonce: 2).refusal == .accountDisabled)
    #expect(try await world.grant(1, to: "eve", nonce: 3).refusal == .alreadyBound)
    #expect(
      try await world.createDocument(9, by: "bob").refusal == .accountDisabled)
    let end = try await world.store.read { reader in
      try UpdateRules.streamEnd(
        of: CollaborationWorld.document(1), after: .accountDisabled, reading: reader)
    }
    #expect(end == .signedOut)
    _ = try await world.store.change { try OperatorRules.enable(bob, reading: $0) }.get()
    #expect(try await world.access(of: "bob") == .readWrite)
    #expect(try await world.append(1, by: "bob").refusal == nil)
  }

  @Test func `participants keep what a disabled owner has shared`() async throws {
    try await world.share([1])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    _ = try await disable(CollaborationWorld.account("ann")).get()
    #expect(try await world.access(of: "ann") == nil)
    #expect(try await world.access(of: "bob") == .readWrite)
  }

  @Test
  func
    `a reset link is good until its time, for nobody who is disabled, and only where there is a password`()
    async throws
  {
    let (bob, session) = try await register("bob")
    let now = world.now
    let reset = PasswordResetRecord(
      account: bob, hash: .zero, expiresAt: now + 10)
    func issue(_ reset: PasswordResetRecord) async throws -> CollaborationRefusal? {
      try await world.store.change { try PasswordResetRules.issue(reset, reading: $0) }.refusal
    }
    let chosen = PasswordRecord(salt: [1], cost: 2, blockSize: 8, parallelism: 1, hash: [7])
    func use(at time: UInt64) async throws -> Outcome<PasswordResetRules.Used> {
      try await world.store.change {
        try PasswordResetRules.use(reset.hash, for: chosen, at: time, reading: $0)
      }
    }
    #expect(try await use(at: now).refusal == .resetInvalid, "there is none")
    #expect(try await issue(reset) == nil)
    #expect(try await use(at: now + 10).refusal == .resetInvalid)
    _ = try await disable(bob).get()
    #expect(try await issue(reset) == .accountDisabled)
    #expect(try await use(at: now).refusal == .resetInvalid, "disabling takes the link")
    _ = try await world.store.change { try OperatorRules.enable(bob, reading: $0) }.get()
    #expect(try await use(at: now).refusal == .resetInvalid, "and it does not come back")
    #expect(try await issue(reset) == nil)
    #expect(try await use(at: now + 9).get().ended == [])
    #expect(try await use(at: now + 9).refusal == .resetInvalid, "it is good once")
    #expect(try await signIn(session, with: password) == .credentialsInvalid)
    #expect(try await signIn(session, with: chosen) == nil)
    // One that only a backend acts for.
    _ = try await world.createDocument(1, by: "ann").get()
    let other = PasswordResetRecord(
      account: try CollaborationWorld.account("ann"), hash: .zero, expiresAt: now + 10)
    #expect(try await issue(other) == .forbidden)
  }

  @Test func `a deleted account is not enabled, nor its label given to somebody else`()
    async throws
  {
    let (bob, session) = try await register("bob")
    let now = world.now
    #expect(
      try await world.store.change {
        try AccountDeletion.begin(bob, at: now, reading: $0)
      }.get() == [session.hash])
    #expect(
      try await world.store.change { try OperatorRules.enable(bob, reading: $0) }.refusal == .gone)
    #expect(try await disable(bob).refusal == .gone)
    #expect(try await signIn(session, with: password) == .credentialsInvalid)
    let account = AccountRecord(
      account: bob, displayName: "another", password: password, createdAt: now)
    #expect(
      try await world.store.change {
        try AccountRules.create(account, session: session, reading: $0)
      }.refusal == .accountTaken)
    #expect(try await world.createDocument(1, by: "bob").refusal == .accountDisabled)
  }
}
