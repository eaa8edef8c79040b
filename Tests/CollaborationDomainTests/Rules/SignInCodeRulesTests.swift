import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// Signing in on another device by a code (protocol 8.10): whom it signs in, and what ends it.
@Suite struct SignInCodeRulesTests {
  private let world = CollaborationWorld(MemoryStore())
  private let code: SignInCodeHash = CollaborationWorld.fill(7)

  /// An account that a proof has made, and its call.
  private func ben() async throws -> (AccountLabel, Call) {
    try await world.share([1])
    let entered = try await world.enter(1, nonce: 1).get()
    let caller = Caller(
      account: entered.account.account,
      authority: .session(CollaborationWorld.entrySession(nonce: 1)))
    return (entered.account.account, Call(caller, at: world.now))
  }

  private func make(_ hash: SignInCodeHash, _ call: Call) async throws
    -> Outcome<SignInCodeRecord>
  {
    try await world.store.change { try SignInCodeRules.make(hash, call, reading: $0) }
  }

  private func use(
    _ hash: SignInCodeHash, for account: AccountLabel, session number: Int = 50,
    after milliseconds: UInt64 = 0
  ) async throws -> CollaborationRefusal? {
    let session = SessionRecord(
      hash: CollaborationWorld.fill(number), account: account,
      createdAt: world.now + milliseconds, expiresAt: .max >> 1)
    return try await world.store.change {
      try SignInCodeRules.use(hash, beginning: session, reading: $0)
    }.refusal
  }

  private func goodUntil(_ call: Call) async throws -> UInt64? {
    try await world.store.read { try SignInCodeRules.goodUntil(call, reading: $0) }.get()
  }

  @Test func `a code signs another device in to its account, once`() async throws {
    let (account, call) = try await ben()
    #expect(try await goodUntil(call) == nil)
    let made = try await make(code, call).get()
    #expect(made.expiresAt == world.now + 600_000)
    #expect(try await goodUntil(call) == made.expiresAt)
    let named = try await world.store.read {
      try SignInCodeRules.look(for: [CollaborationWorld.fill(1), code], at: call.now, reading: $0)
    }.get()
    #expect(named.account == account)
    #expect(try await use(code, for: account) == nil)
    #expect(try await use(code, for: account, session: 51) == .codeInvalid)
    #expect(try await goodUntil(call) == nil)
    #expect(try await world.store.read { try $0.sessions(of: account).count } == 2)
  }

  @Test func `a code is refused from its time on, and an older one once there is another`()
    async throws
  {
    let (account, call) = try await ben()
    _ = try await make(code, call).get()
    #expect(try await use(code, for: account, after: 600_000) == .codeInvalid)
    let newer: SignInCodeHash = CollaborationWorld.fill(8)
    _ = try await make(newer, call).get()
    #expect(try await use(code, for: account) == .codeInvalid)
    #expect(try await use(newer, for: account, after: 599_999) == nil)
  }

  @Test func `a code signs nobody in to an account that is not its own`() async throws {
    let (_, call) = try await ben()
    _ = try await make(code, call).get()
    let ann = try CollaborationWorld.account("ann")
    #expect(try await use(code, for: ann) == .codeInvalid)
    #expect(try await world.store.read { try $0.sessions(of: ann).isEmpty })
  }

  @Test func `a code ends with the session that made it`() async throws {
    let (account, call) = try await ben()
    _ = try await world.enter(1, nonce: 2).get()
    _ = try await make(code, call).get()
    _ = try await world.store.change { try SessionRules.signOut(call, reading: $0) }.get()
    #expect(try await use(code, for: account) == .codeInvalid)
  }

  @Test
  func
    `a code ends when a password is added or changed, with signing out everywhere, and with the account`()
    async throws
  {
    let (account, call) = try await ben()
    let (first, second) = (password(1), password(2))
    let endings: [@Sendable (any CollaborationReader) throws -> [CollaborationChange]] = [
      { try EntryRules.addPassword(first, call, reading: $0).changes },
      { try AccountRules.changePassword(call, from: first, to: second, reading: $0).changes },
      { try OperatorRules.disable(account, reason: "", at: 1, reading: $0).changes },
      { try AccountDeletion.begin(account, at: 1, reading: $0).changes },
      { try SessionRules.endAll(call, reading: $0).changes },
    ]
    for ending in endings {
      let fresh = try await world.store.read { try $0.session(call.caller.session) }
      #expect(fresh != nil)
      _ = try await make(code, call).get()
      let changes = try await world.store.read { try ending($0) }
      #expect(changes.contains(.removeSignInCode(account)))
      // The account as it was, so that the next one is tried on its own; but for the password.
      let kept = changes.filter { change in
        if case .putAccount(let record) = change { return record.disabled == nil }
        return change == .removeSignInCode(account)
      }
      try await world.store.change { _ in Decision((), changes: kept) }
      #expect(try await use(code, for: account) == .codeInvalid)
    }
  }

  private func password(_ number: UInt8) -> PasswordRecord {
    PasswordRecord(salt: [number], cost: 2, blockSize: 8, parallelism: 1, hash: [number])
  }

  @Test func `a disabled account is signed in to by no code`() async throws {
    let (account, call) = try await ben()
    let kept = try await make(code, call).get()
    let session = try #require(
      try await world.store.read { try $0.session(call.caller.session) })
    _ = try await world.store.change {
      try OperatorRules.disable(account, reason: "", at: 1, reading: $0)
    }.get()
    // Even where rows of before came back.
    try await world.store.change { _ in
      Decision((), changes: [.putSession(session), .putSignInCode(kept)])
    }
    #expect(try await use(code, for: account) == .codeInvalid)
  }

  @Test func `a backend makes no code, nor does who is signed out`() async throws {
    #expect(try await make(code, try world.call("ann")).refusal == .forbidden)
    let (_, call) = try await ben()
    _ = try await world.store.change { try SessionRules.signOut(call, reading: $0) }.get()
    #expect(try await make(code, call).refusal == .unauthenticated)
  }
}
