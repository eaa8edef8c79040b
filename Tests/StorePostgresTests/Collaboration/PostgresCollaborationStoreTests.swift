import CollaborationDomain
import GroveTesting
import Testing

@testable import StorePostgres

@Suite(.needsPostgres) struct PostgresCollaborationStoreTests {
  @Test(arguments: CollaborationStoreContract.checks)
  func `the PostgreSQL store keeps`(_ check: CollaborationStoreCheck) async throws {
    let scratch = try PostgresScratch()
    let store = try scratch.collaborations()
    try await check.run(store)
    try await store.close()
  }

  @Test func `what was acknowledged is there after closing and opening`() async throws {
    let scratch = try PostgresScratch()
    try await CollaborationStoreContract.lasts { try Self.open(scratch) }
  }

  @Test func `two nodes on one database decide alike`() async throws {
    let scratch = try PostgresScratch()
    try await CollaborationStoreContract.nodesDecideAlike { try Self.open(scratch) }
  }

  private static func open(_ scratch: PostgresScratch) throws -> CollaborationStoreContract.Opened {
    let store = try scratch.collaborations()
    return (store, { try await store.close() })
  }
}

extension PostgresScratch {
  func collaborations() throws -> PostgresCollaborationStore {
    try PostgresCollaborationStore(cluster.address(), options)
  }
}
