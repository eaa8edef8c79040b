import CollaborationDomain
import GroveTesting
import Testing

@testable import StorePostgres

@Suite struct PostgresCollaborationStoreTests {
  @Test(arguments: CollaborationStoreContract.checks)
  func `the PostgreSQL store keeps`(_ check: CollaborationStoreCheck) async throws {
    let scratch = try PostgresScratch()
    let store = try scratch.collaborations()
    try await check.run(store)
    try await store.close()
  }

  @Test(arguments: DriveShareContract.all.indices)
  func `sharing files means the same in PostgreSQL as in memory`(_ index: Int) async throws {
    let scratch = try PostgresScratch()
    let store = try scratch.collaborations()
    try await DriveShareContract.all[index].run(try await DriveWorld(store))
    try await store.close()
  }

  @Test func `what was acknowledged is there after closing and opening`() async throws {
    let scratch = try PostgresScratch()
    let first = try scratch.collaborations()
    try await CollaborationWorld(first).share([1])
    _ = try await CollaborationWorld(first).grant(1, to: "bob", nonce: 1).get()
    try await first.close()
    let second = try scratch.collaborations()
    let world = CollaborationWorld(second)
    #expect(try await world.access(of: "bob") == .readWrite)
    #expect(try await world.grant(1, to: "eve", nonce: 2).refusal == .alreadyBound)
    #expect(try await !world.grant(1, to: "bob", nonce: 1).get().isNew)
    try await second.close()
  }

  @Test func `two nodes on one database decide alike`() async throws {
    let scratch = try PostgresScratch()
    let nodes = [try scratch.collaborations(), try scratch.collaborations()]
    let worlds = nodes.map { CollaborationWorld($0) }
    try await worlds[0].share([1])
    let grants = try await withThrowingTaskGroup(of: CollaborationRefusal?.self) { group in
      for number in 1...20 {
        group.addTask {
          try await worlds[number % 2].grant(1, to: "bob\(number)", nonce: number).refusal
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(grants.count { $0 == nil } == 1)
    _ = try await worlds[1].update(remove: [1], request: 1).get()
    for number in 1...20 { #expect(try await worlds[0].access(of: "bob\(number)") == nil) }
    for node in nodes { try await node.close() }
  }
}

extension PostgresScratch {
  func collaborations() throws -> PostgresCollaborationStore {
    try PostgresCollaborationStore(cluster.address(), options)
  }
}
