import Foundation
import StoreSQL
import Synchronization
import Testing

@testable import StorePostgres

@Suite(.needsPostgres) struct LostConnectionTests {
  @Test func `a change whose connection is ended is made once, on another one`() async throws {
    let scratch = try PostgresScratch.lasting()
    let database = try scratch.open()
    let runs = Mutex(0)
    try await database.change { connection in
      try connection.run("INSERT INTO item (id) VALUES (1)", [])
      _ = try connection.total("other")
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      if run == 1 { try scratch.terminate(where: "state LIKE 'idle in transaction%'") }
    }
    #expect(runs.withLock(\.self) == 2)
    #expect(try scratch.rows() == [1])
    #expect(database.statistics.losses == 1)
    await database.close()
  }

  @Test func `a change whose connection is ended again and again fails as unavailable`()
    async throws
  {
    let scratch = try PostgresScratch.lasting()
    let database = try scratch.open()
    let failure = await #expect(throws: PostgresFailure.self) {
      try await database.change { connection in
        try connection.run("INSERT INTO item (id) VALUES (1)", [])
        _ = try connection.total("other")
        try scratch.terminate(where: "state LIKE 'idle in transaction%'")
      }
    }
    #expect(failure?.code == .unavailable)
    try await database.insert(2)
    #expect(try scratch.rows() == [2])
    await database.close()
  }

  @Test func `a read whose connection is ended is made on another one`() async throws {
    let scratch = try PostgresScratch.lasting()
    let database = try scratch.open()
    try await database.add(5, to: "one")
    let runs = Mutex(0)
    let total = try await database.read { connection in
      _ = try connection.total("one")
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      if run == 1 { try scratch.terminate(where: "state LIKE 'idle in transaction%'") }
      return try connection.total("one")
    }
    #expect(total == 5)
    #expect(runs.withLock(\.self) == 2)
    await database.close()
  }

  @Test func `connections that were ended while nobody needed them are renewed unseen`()
    async throws
  {
    let scratch = try PostgresScratch.lasting()
    let database = try scratch.open()
    try await database.insert(1)
    #expect(try await database.ids() == [1])
    try scratch.terminate()
    #expect(try await database.ids() == [1])
    try await database.insert(2)
    #expect(try await database.ids() == [1, 2])
    await database.close()
  }

  @Test func `a commit that was made and whose answer was lost is answered, and made once`()
    async throws
  {
    let (database, scratch, proxy) = try Self.interfered(.losesAnswer)
    let runs = Mutex(0)
    try await database.change { connection in
      runs.withLock { $0 += 1 }
      let total = try connection.total("one") ?? 0
      try connection.run("INSERT INTO sum (name, total) VALUES ('one', ?)", [total + 1])
    }
    // It may have been run again before, and is not once it was committed.
    #expect(runs.withLock(\.self) == 1 + database.statistics.conflicts)
    #expect(try await database.total("one") == 1)
    #expect(database.statistics.doubts == 1)
    #expect(database.statistics.unknown == 0)
    await database.close()
    withExtendedLifetime((scratch, proxy)) {}
  }

  @Test func `a commit that never reached the server is made again`() async throws {
    let (database, scratch, proxy) = try Self.interfered(.losesCommit)
    try await database.add(to: "one")
    #expect(try await database.total("one") == 1)
    #expect(database.statistics.doubts == 1)
    await database.close()
    withExtendedLifetime((scratch, proxy)) {}
  }

  @Test func `a commit that reaches the server late, after it was made again, is not made twice`()
    async throws
  {
    let (database, scratch, proxy) = try Self.interfered(.holdsCommit)
    try await database.change { connection in
      // It writes without a look-up, so that all of the transaction is held.
      try connection.run(
        """
        INSERT INTO sum (name, total) VALUES ('one', 1)
        ON CONFLICT (name) DO UPDATE SET total = sum.total + 1
        """, [])
    }
    #expect(try await database.total("one") == 1)
    proxy.handOver()
    #expect(try await database.total("one") == 1)
    await database.close()
    withExtendedLifetime((scratch, proxy)) {}
  }

  @Test func `of what becomes of a commit nobody can find out it is said that it is not known`()
    async throws
  {
    let cluster = try PostgresCluster()
    let (database, scratch, proxy) = try Self.interfered(.losesAnswer, cluster) {
      $0.secondsInDoubt = 1
    }
    let failure = await #expect(throws: PostgresFailure.self) {
      try await database.change { connection in
        try connection.run("INSERT INTO item (id) VALUES (1)", [])
        _ = try connection.total("one")
        // No new connection is let in.
        try cluster.execute("ALTER ROLE grove CONNECTION LIMIT 0")
        try cluster.execute("ALTER ROLE grove NOSUPERUSER")
      }
    }
    #expect(failure?.code == .outcomeUnknown)
    #expect(database.statistics.unknown == 1)
    await database.close()
    withExtendedLifetime((scratch, proxy)) {}
  }

  /// A store whose connections go through somebody.
  private static func interfered(
    _ deed: CommitProxy.Deed, _ cluster: PostgresCluster? = nil,
    _ change: (inout PostgresOptions) -> Void = { _ in }
  ) throws -> (PostgresDatabase, PostgresScratch, CommitProxy) {
    let scratch = try PostgresScratch(cluster)
    let proxy = try CommitProxy(to: scratch.cluster, deed)
    var options = scratch.options
    change(&options)
    let address = PostgresAddress(
      "host=\(proxy.folder) port=\(scratch.cluster.port) dbname=postgres user=grove")
    let database = try PostgresDatabase(
      address, migrations: PostgresScratch.migrations, options: options)
    return (database, scratch, proxy)
  }
}
