import DriveDomain
import GroveTesting
import Testing

@testable import StorePostgres

/// Drives in PostgreSQL.
@Suite(.needsPostgres) struct PostgresDriveStoreTests {
  private let scratch: PostgresScratch
  private let store: PostgresCollaborationStore

  init() throws {
    scratch = try PostgresScratch()
    store = try scratch.collaborations()
  }

  @Test(arguments: [1, 2])
  func `the store in memory and the one in PostgreSQL answer alike, whatever is done to a drive`(
    seed: UInt64
  ) async throws {
    try await DriveStoreContract.answersLikeMemory(store, seed: seed)
    try await store.close()
  }

  @Test(arguments: DriveShareContract.all.indices)
  func `sharing files means the same in PostgreSQL as in memory`(_ index: Int) async throws {
    try await DriveShareContract.all[index].run(try await DriveWorld(store))
    try await store.close()
  }

  @Test func `what an upload expects reads back from its row`() async throws {
    try await DriveStoreContract.uploadsReadBack(store)
    try await store.close()
  }

  @Test func `one copying makes 10 000 files and folders at most`() async throws {
    try await DriveStoreContract.copyingIsBounded(store)
    try await store.close()
  }
}
