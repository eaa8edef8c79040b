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
