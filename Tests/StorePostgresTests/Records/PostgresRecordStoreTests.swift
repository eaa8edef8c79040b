import GroveTesting
import RecordDomain
import Testing

@testable import StorePostgres

/// Records in PostgreSQL.
@Suite(.needsPostgres) struct PostgresRecordStoreTests {
  private let scratch: PostgresScratch
  private let store: PostgresCollaborationStore

  init() throws {
    scratch = try PostgresScratch()
    store = try scratch.collaborations()
  }

  @Test(arguments: [1, 2])
  func
    `the store in memory and the one in PostgreSQL answer alike, whatever is done to records and shares`(
      seed: UInt64
    ) async throws
  {
    try await RecordStoreContract.answersLikeMemory(store, seed: seed)
    try await store.close()
  }

  @Test func `a whole number is found however it was written`() async throws {
    try await RecordStoreContract.equalNumbersAreOneKey(store)
    try await store.close()
  }

  @Test(arguments: [1, 2, 3])
  func `both stores find the same, page by page, and what looking at every record finds`(
    seed: UInt64
  ) async throws {
    try await QueryContract.findsLikeMemory(store, seed: seed)
    try await store.close()
  }
}
