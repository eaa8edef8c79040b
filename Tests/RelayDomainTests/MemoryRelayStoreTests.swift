import GroveTesting
import RelayDomain
import Testing

struct MemoryRelayStoreTests {
  @Test(arguments: RelayStoreContract.checks)
  func `the memory store keeps the contract`(_ check: RelayStoreCheck) async throws {
    try await check.run(MemoryRelayStore())
  }
}
