import CollaborationDomain
import GroveIdentity
import Testing

extension CollaborationStoreContract {
  static func oneAccount(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share([1])
    let refusals = try await withThrowingTaskGroup(of: CollaborationRefusal?.self) { group in
      for number in 1...16 {
        group.addTask { try await world.grant(1, to: "bob\(number)", nonce: number).refusal }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(refusals.count { $0 == nil } == 1)
    #expect(refusals.count { $0 == .alreadyBound } == 15)
    let id = try CollaborationWorld.collaboration(1)
    #expect(try await store.read { try $0.boundAccounts(in: id).count } == 1)
  }

  static func oneBornAccount(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share(Array(1...4))
    let entered = try await withThrowingTaskGroup(of: EntryRules.Entered.self) { group in
      for number in 1...32 {
        group.addTask { try await world.enter(1 + number % 4, nonce: number).get() }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(entered.count { $0.isNew } == 4, "one for each person")
    #expect(entered.count { $0.grant.isNew } == 4)
    for root in 1...4 {
      let label = try CollaborationWorld.bornAccount(of: root)
      let mine = entered.filter { $0.grant.root == CollaborationWorld.root(root) }
      #expect(mine.count == 8 && mine.allSatisfy { $0.account.account == label })
      #expect(try await store.read { try $0.sessions(of: label).count } == 8)
    }
    #expect(try await store.read { try $0.accounts(after: nil, limit: 99).count } == 5)
  }

  static func entryVersusAccount(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    let roots = Array(1...16)
    try await world.share(roots)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for root in roots {
        group.addTask {
          let refusal = try await world.enter(root, nonce: root).refusal
          #expect([nil, .alreadyBound, .notVerified].contains(refusal))
        }
        group.addTask {
          let refusal = try await world.grant(root, to: "bob\(root)", nonce: 100 + root).refusal
          #expect([nil, .alreadyBound, .notVerified].contains(refusal))
        }
        if root.isMultiple(of: 2) {
          group.addTask { _ = try await world.update(remove: [root], request: root).get() }
        }
      }
      try await group.waitForAll()
    }
    let id = try CollaborationWorld.collaboration(1)
    #expect(try await store.read { try $0.boundAccounts(in: id).count } == 8)
    for root in roots {
      let bob = try CollaborationWorld.account("bob\(root)")
      #expect(try await store.read { try $0.sessions(of: bob).isEmpty }, "no proof signs in to it")
      let label = try CollaborationWorld.bornAccount(of: root)
      let (account, sessions) = try await store.read {
        (try $0.account(label), try $0.sessions(of: label).count)
      }
      #expect((account != nil) == (sessions == 1), "all of it or nothing")
    }
  }

  static func oneNonce(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share([1])
    let grants = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask { try await world.grant(1, to: "bob", nonce: 1).get().isNew }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(grants.count { $0 } == 1)
    let granted = try await world.log().filter {
      if case .granted = $0.kind { true } else { false }
    }
    #expect(granted.count == 1)
  }

  static func grantVersusRemoval(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share(Array(1...20))
    let epoch = try await world.epoch()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for root in 1...20 {
        group.addTask {
          let outcome = try await world.grant(root, to: "bob\(root)", nonce: root, epoch: epoch)
          #expect([nil, .notVerified].contains(outcome.refusal))
        }
        group.addTask {
          _ = try await world.update(remove: [root], request: root).get()
        }
      }
      try await group.waitForAll()
    }
    for root in 1...20 {
      #expect(try await world.access(of: "bob\(root)") == nil)
      #expect(
        try await world.grant(root, to: "bob\(root)", nonce: 100 + root, epoch: epoch).refusal
          == .notVerified)
    }
  }
}
