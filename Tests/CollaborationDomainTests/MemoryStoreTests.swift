import CollaborationDomain
import GroveTesting
import Testing

@Suite struct MemoryStoreTests {
  @Test(arguments: CollaborationStoreContract.checks)
  func `the memory store keeps`(_ check: CollaborationStoreCheck) async throws {
    try await check.run(MemoryStore())
  }
}
