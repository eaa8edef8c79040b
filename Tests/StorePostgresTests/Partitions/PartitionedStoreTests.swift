import GroveTesting
import RelayDomain
import Testing

@testable import StorePostgres

/// Both servers on tables of which every one is split by what its key begins with (docs/SCALING.md, “Partitions”).
///
/// Serialized because: to make hundreds of tables at once takes two processors longer than one after the other.
@Suite(.needsPostgres, .serialized) struct PartitionedStoreTests {
  @Test func `on split tables the collaboration server's store keeps what every store promises`()
    async throws
  {
    let scratch = try PostgresScratch.ofPartitions()
    let partitions = try await scratch.split(PostgresCollaborationSchema.migrations)
    for check in CollaborationStoreContract.checks {
      let store = try scratch.collaborations()
      try await check.run(store)
      try await store.close()
      try scratch.empty(partitions)
    }
  }

  @Test func `on split tables the relay's store keeps what every store promises`() async throws {
    let scratch = try PostgresScratch.ofPartitions()
    let partitions = try await scratch.split(PostgresRelaySchema.migrations)
    for check in RelayStoreContract.checks {
      let store = try scratch.relay()
      try await check.run(store)
      try await store.close()
      try scratch.empty(partitions)
    }
  }

  @Test func `records and drives answer on split tables as in memory`() async throws {
    let scratch = try PostgresScratch.ofPartitions()
    _ = try await scratch.split(PostgresCollaborationSchema.migrations)
    let store = try scratch.collaborations()
    try await RecordStoreContract.answersLikeMemory(store, seed: 1)
    try await DriveStoreContract.answersLikeMemory(store, seed: 1)
    try await store.close()
  }

  @Test func `two nodes on split tables decide alike`() async throws {
    let scratch = try PostgresScratch.ofPartitions()
    _ = try await scratch.split(PostgresCollaborationSchema.migrations)
    try await CollaborationStoreContract.nodesDecideAlike {
      let store = try scratch.collaborations()
      return (store, { try await store.close() })
    }
  }

  /// What docs/SCALING.md says of other databases rests on these lists.
  @Test func `what no index holds over all partitions is named here`() {
    let collaboration = HashPartitions(of: PostgresCollaborationSchema.migrations, count: 4)
    let relay = HashPartitions(of: PostgresRelaySchema.migrations, count: 4)
    #expect(
      collaboration.unheld == [
        "passwordReset.hash", "signInCode.hash", "signInName.account", "knock.id",
        "driveNode.parent,nameKey",
        "driveShare.document", "recordZone.container,owner,name", "recordShare.document",
        "recordAsset.file", "recordAssetUpload.file",
      ])
    #expect(relay.unheld == ["account.handle", "notice_address.token_hash"])
  }

  @Test func `an event lies with its conversation, and what waits with its account`() {
    let keys = HashPartitions(of: PostgresRelaySchema.migrations, count: 4).keys
    #expect(keys["conversation_event"] == keys["conversation"])
    #expect(keys["mailbox_entry"] == keys["account"])
  }

  @Test func `of two who take one handle at two nodes at once, one has it on split tables`()
    async throws
  {
    let scratch = try PostgresScratch.ofPartitions()
    _ = try await scratch.split(PostgresRelaySchema.migrations)
    let nodes = [try scratch.relay(), try scratch.relay()]
    for round in 0..<10 {
      let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
        for node in nodes { group.addTask { try await Self.takes("same\(round)", at: node) } }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(taken <= 1)
      // Both may have given way to each other too often.
      let isFree = try await Self.takes("same\(round)", at: nodes[0])
      #expect(isFree == (taken == 0))
    }
    for node in nodes { try await node.close() }
  }

  private static func takes(_ handle: String, at node: PostgresRelayStore) async throws -> Bool {
    do {
      if case .success = try await RelayWorld(node).signUp(RelayPerson(handle)) { return true }
      return false
    } catch let error as RelayStoreError where error.code == .unavailable {
      return false
    }
  }
}
