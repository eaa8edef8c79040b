import CollaborationDomain
import GroveIdentity
import Testing

extension CollaborationStoreContract {
  private static let password = PasswordRecord(
    salt: [1], cost: 2, blockSize: 8, parallelism: 1, hash: [2])

  static func signInNames(_ store: any CollaborationStore) async throws {
    let (bob, eve) = (try await register("bob", in: store), try CollaborationWorld.account("eve"))
    let first = SignInName(name: try AccountLabel("Bob"), account: bob)
    try await store.change { _ in
      let other = AccountRecord(account: eve, displayName: "x", password: nil, createdAt: 1)
      return Decision((), changes: [.putAccount(other), .putSignInName(first)])
    }
    let broken = SignInName(name: first.name, account: eve)
    await #expect(throws: (any Error).self) {
      try await store.change { _ in Decision((), changes: [.putSignInName(broken)]) }
    }
    try await store.read { (reader) throws -> Void in
      #expect(try reader.signInName(first.name) == first)
      #expect(try reader.signInName(try AccountLabel("bob!")) == nil)
      #expect(try reader.signInName(try AccountLabel("BOB")) == nil, "bytes are compared")
      #expect(try reader.signInName(of: eve) == nil)
    }
    _ = try await store.change { try AccountDeletion.begin(bob, at: 5, reading: $0) }.get()
    #expect(try await store.read { try $0.signInName(first.name) } == nil)
    #expect(try await store.read { try $0.signInName(of: bob) } == nil)
  }

  private enum Claim { case chosen, registered, actedFor }

  /// Persons who came by invitations choose it, others register it, and a backend acts for it.
  static func oneName(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share(Array(1...24))
    for round in 0..<4 {
      let name = try CollaborationWorld.account("wanted\(round)")
      let roots = round * 6 + 1...round * 6 + 6
      for root in roots { _ = try await world.enter(root, nonce: root).get() }
      let done = try await withThrowingTaskGroup(of: Claim?.self) { group in
        for root in roots {
          group.addTask { try await chooses(name, root, in: world) ? .chosen : nil }
          group.addTask { try await registers(name, root, in: store) ? .registered : nil }
        }
        group.addTask {
          try await world.createDocument(round + 100, by: "wanted\(round)").refusal == nil
            ? .actedFor : nil
        }
        return try await group.reduce(into: [Claim]()) { $0 += [$1].compactMap(\.self) }
      }
      // A backend acts for whoever has the label already.
      #expect(done == [.chosen] || (!done.isEmpty && !done.contains(.chosen)))
      #expect(done.count { $0 == .registered } < 2)
      let (isLabel, isName) = try await store.read {
        (try $0.account(name) != nil, try $0.signInName(name) != nil)
      }
      #expect(isLabel != isName)
    }
  }

  private static func chooses(
    _ name: AccountLabel, _ root: Int, in world: CollaborationWorld
  ) async throws -> Bool {
    let caller = Caller(
      account: try CollaborationWorld.bornAccount(of: root),
      authority: .session(CollaborationWorld.entrySession(nonce: root)))
    let call = Call(caller, at: world.now)
    let answer = try await world.store.change {
      try EntryRules.addPassword(password, named: name, call, reading: $0)
    }
    #expect([nil, .accountTaken].contains(answer.refusal))
    return answer.refusal == nil
  }

  private static func registers(
    _ name: AccountLabel, _ number: Int, in store: any CollaborationStore
  ) async throws -> Bool {
    let account = AccountRecord(account: name, displayName: "x", password: password, createdAt: 1)
    let answer = try await store.change {
      try AccountRules.create(account, session: session(1000 + number, of: name), reading: $0)
    }
    #expect([nil, .accountTaken].contains(answer.refusal))
    return answer.refusal == nil
  }
}
