import CollaborationDomain
import GroveIdentity
import Testing

extension CollaborationStoreContract {
  /// The caller whose session `register` has begun.
  private static func call(_ account: AccountLabel, at now: UInt64) -> Call {
    Call(
      Caller(account: account, authority: .session(CollaborationWorld.fill(1))), at: now)
  }

  private static func make(
    _ number: Int, of account: AccountLabel, at now: UInt64, in store: any CollaborationStore
  ) async throws -> SignInCodeRecord {
    try await store.change {
      try SignInCodeRules.make(
        CollaborationWorld.fill(number), call(account, at: now), reading: $0)
    }.get()
  }

  static func newestCode(_ store: any CollaborationStore) async throws {
    let bob = try await register("bob", in: store)
    let older = try await make(1, of: bob, at: 5, in: store)
    let newer = try await make(2, of: bob, at: 6, in: store)
    #expect(try await store.read { try $0.signInCode(older.hash) } == nil)
    #expect(try await store.read { try $0.signInCode(newer.hash) } == newer)
    try await store.change { _ in ExpiryRules.purge(at: newer.expiresAt - 1) }
    #expect(try await store.read { try $0.signInCode(of: bob) } == newer)
    try await store.change { _ in ExpiryRules.purge(at: newer.expiresAt) }
    #expect(try await store.read { try $0.signInCode(of: bob) } == nil)
    let last = try await make(3, of: bob, at: 7, in: store)
    try await store.change { _ in Decision((), changes: [.removeSignInCode(bob)]) }
    #expect(try await store.read { try $0.signInCode(last.hash) } == nil)
  }

  static func oneCode(_ store: any CollaborationStore) async throws {
    let bob = try await register("bob", in: store)
    let code = try await make(1, of: bob, at: 5, in: store)
    let signedIn = try await withThrowingTaskGroup(of: SessionHash?.self) { group in
      for number in 2...17 {
        group.addTask {
          let session = session(number, of: bob)
          let answer = try await store.change {
            try SignInCodeRules.use(code.hash, beginning: session, reading: $0)
          }
          #expect([nil, .codeInvalid].contains(answer.refusal))
          return answer.refusal == nil ? session.hash : nil
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }.compactMap(\.self)
    #expect(signedIn.count == 1)
    let sessions = try await store.read { try $0.sessions(of: bob) }.map(\.hash)
    #expect(Set(sessions) == Set(signedIn + [CollaborationWorld.fill(1)]))
    #expect(try await store.read { try $0.signInCode(of: bob) } == nil)
  }

  static func codeVersusSigningOut(_ store: any CollaborationStore) async throws {
    for round in 1...8 {
      let label = try CollaborationWorld.account("bob\(round)")
      let first = session(round * 100, of: label)
      let account = AccountRecord(account: label, displayName: "b", password: nil, createdAt: 1)
      _ = try await store.change {
        try AccountRules.create(account, session: first, reading: $0)
      }.get()
      let call = Call(Caller(account: label, authority: .session(first.hash)), at: 5)
      let hash: SignInCodeHash = CollaborationWorld.fill(round)
      _ = try await store.change { try SignInCodeRules.make(hash, call, reading: $0) }.get()
      async let used = store.change {
        try SignInCodeRules.use(
          hash, beginning: session(round * 100 + 1, of: label), reading: $0)
      }.refusal
      async let ended = store.change { try SessionRules.endAll(call, reading: $0) }.get()
      #expect(try await [nil, .codeInvalid].contains(used))
      _ = try await ended
      #expect(try await store.read { try $0.sessions(of: label) }.isEmpty)
      #expect(try await store.read { try $0.signInCode(of: label) } == nil)
    }
  }
}
