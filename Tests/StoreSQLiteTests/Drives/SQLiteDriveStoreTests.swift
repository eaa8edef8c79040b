import GroveTesting
import StoreSQLite
import Testing

/// Drives on SQLite.
@Suite struct SQLiteDriveStoreTests {
  private let scratch: CoreScratch
  private let store: SQLiteCollaborationStore

  init() throws {
    scratch = try CoreScratch()
    store = try SQLiteCollaborationStore(path: scratch.path)
  }

  @Test(arguments: [1, 2, 3, 4])
  func `the store in memory and the one in SQLite answer alike, whatever is done to a drive`(
    seed: UInt64
  ) async throws {
    try await DriveStoreContract.answersLikeMemory(store, seed: seed)
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
