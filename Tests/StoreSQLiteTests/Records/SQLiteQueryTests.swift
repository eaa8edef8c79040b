import GroveTesting
import StoreSQLite
import Testing

/// Queries on SQLite.
@Suite struct SQLiteQueryTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6])
  func `both stores find the same, page by page, and what looking at every record finds`(
    seed: UInt64
  ) async throws {
    let scratch = try CoreScratch()
    let store = try SQLiteCollaborationStore(path: scratch.path)
    try await QueryContract.findsLikeMemory(store, seed: seed)
    try await store.close()
  }
}
