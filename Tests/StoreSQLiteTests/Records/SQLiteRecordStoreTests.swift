import GroveTesting
import StoreSQLite
import Testing

/// Records on SQLite.
@Suite struct SQLiteRecordStoreTests {
  private let scratch: CoreScratch
  private let store: SQLiteCollaborationStore

  init() throws {
    scratch = try CoreScratch()
    store = try SQLiteCollaborationStore(path: scratch.path)
  }

  @Test(arguments: [1, 2, 3, 4])
  func
    `the store in memory and the one in SQLite answer alike, whatever is done to records and shares`(
      seed: UInt64
    ) async throws
  {
    try await RecordStoreContract.answersLikeMemory(store, seed: seed)
    try await store.close()
  }

  @Test func `a whole number is found however it was written`()
    async throws
  {
    try await RecordStoreContract.equalNumbersAreOneKey(store)
    try await store.close()
  }
}
