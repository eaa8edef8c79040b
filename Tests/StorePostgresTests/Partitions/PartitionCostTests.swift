import GroveTesting
import StoreSQL
import Testing

@testable import StorePostgres

/// Which partitions what people do all the time asks: the one where its rows are.
///
/// Serialized because: PostgreSQL counts what is asked of an index, and the server is everybody's.
@Suite(.needsPostgres, .serialized) struct PartitionCostTests {
  private static let count = 8

  @Test func `a grant, an entry, a look and a removal ask one part of a table`() async throws {
    let scratch = try PostgresScratch.ofPartitions()
    let partitions = try await scratch.split(
      PostgresCollaborationSchema.migrations, count: Self.count)
    try await scratch.with { try await $0.share(Array(1...20)) }

    let grant = try await scratch.asked(partitions) { world in
      _ = try await world.grant(1, to: "bob", nonce: 1).get()
    }
    let entry = try await scratch.asked(partitions) { world in
      _ = try await world.append(1, by: "bob").get()
    }
    let look = try await scratch.asked(partitions) { world in
      #expect(try await world.access(of: "bob") != nil)
      _ = try await world.log()
    }
    let removal = try await scratch.asked(partitions) { world in
      _ = try await world.update(remove: [1], request: 40_000).get()
    }
    #expect(grant == [])
    #expect(entry == [])
    #expect(look == [])
    #expect(removal == [])
  }

  @Test func `a message, a look at a mailbox and a new name ask one part of a table`() async throws
  {
    let scratch = try PostgresScratch.ofPartitions()
    let partitions = try await scratch.split(PostgresRelaySchema.migrations, count: Self.count)
    var people: [RelayPerson] = []
    try await scratch.withRelay { people = try await $0.people("ann", "ben") }
    let (ann, ben) = (people[0].address(), people[1].address())

    let message = try await scratch.askedOfRelay(partitions) { world in
      _ = try await world.send(1, to: [ben], by: ann).get()
    }
    let look = try await scratch.askedOfRelay(partitions) { world in
      let waiting = try await world.entries(of: ben)
      #expect(waiting.count == 2)
    }
    let acknowledgement = try await scratch.askedOfRelay(partitions) { world in
      try await world.acknowledge(upTo: 1, by: ben).get()
    }
    let name = try await scratch.askedOfRelay(partitions) { world in
      _ = try await world.change(RelayWorld.conversation(1), name: "N", by: ann).get()
    }
    #expect(message == [])
    #expect(look == [])
    #expect(acknowledgement == [])
    #expect(name == [])
  }
}

extension PostgresScratch {
  fileprivate func with(_ body: (CollaborationWorld) async throws -> Void) async throws {
    try await untilCounted {
      let store = try collaborations()
      try await body(CollaborationWorld(store))
      try await store.close()
    }
  }

  fileprivate func withRelay(_ body: (RelayWorld) async throws -> Void) async throws {
    try await untilCounted {
      let store = try relay()
      try await body(RelayWorld(store))
      try await store.close()
    }
  }

  private func untilCounted(_ body: () async throws -> Void) async throws {
    let begin = try number("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1e6 AS BIGINT)")
    try await body()
    // Sessions that have ended have told what they asked, and a busy server ends them when it comes to it.
    let left = """
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
      AND application_name <> 'operator' AND extract(epoch FROM backend_start) * 1e6 > \(begin)
      """
    var looks = 0
    while try number(left) > 0, looks < 1000 {
      looks += 1
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private func number(_ query: String) throws -> Int64 {
    var number: Int64 = 0
    try cluster.connection().each(query, []) { row in
      number = row.integer(0) ?? 0
      return true
    }
    return number
  }

  /// The tables of which every partition was asked.
  fileprivate func asked(
    _ partitions: HashPartitions, _ body: (CollaborationWorld) async throws -> Void
  ) async throws -> Set<String> {
    try await tables(of: partitions, allAskedBy: { try await with(body) })
  }

  fileprivate func askedOfRelay(
    _ partitions: HashPartitions, _ body: (RelayWorld) async throws -> Void
  ) async throws -> Set<String> {
    try await tables(of: partitions, allAskedBy: { try await withRelay(body) })
  }

  private func tables(
    of partitions: HashPartitions, allAskedBy body: () async throws -> Void
  ) async throws -> Set<String> {
    let before = try counts()
    try await body()
    let after = try counts()
    return Set(
      partitions.keys.keys.filter { table in
        (0..<partitions.count).allSatisfy { place in
          let part = "\(table)_part\(place)"
          return after[part, default: 0] > before[part, default: 0]
        }
      })
  }

  private func counts() throws -> [String: Int64] {
    var counts: [String: Int64] = [:]
    try cluster.connection().each(
      """
      SELECT CAST(relname AS TEXT), coalesce(idx_scan, 0) + coalesce(seq_scan, 0)
      FROM pg_stat_all_tables WHERE schemaname = ?
      """, [schema]
    ) { row in
      counts[row.text(0) ?? ""] = row.integer(1)
      return true
    }
    return counts
  }
}
