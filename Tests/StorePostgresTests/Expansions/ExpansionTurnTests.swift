import GroveTesting
import Logging
import RelayDomain
import StoreSQL
import Testing

@testable import StorePostgres

/// How a schema is expanded that others work on.
@Suite(.needsPostgres) struct ExpansionTurnTests {
  /// A session of a relay of 0.3.0, in the middle of what it does.
  private static func older(_ scratch: PostgresScratch) async throws -> PostgresConnection {
    let sample = try SampleRelay()
    _ = try await scratch.fill(TwoRelayVersions.stepsOf030[...], with: sample.rows)
    let connection = try PostgresConnection(scratch.cluster.address(), scratch.options)
    try connection.control("BEGIN ISOLATION LEVEL SERIALIZABLE")
    return connection
  }

  @Test func `it lets go on whom it waits for, whatever that wants next`() async throws {
    let scratch = try PostgresScratch.lasting()
    let older = try await Self.older(scratch)
    try older.run("UPDATE conversation SET name = 'N'", [])
    try older.settle()
    async let newer = scratch.relay()
    try await Task.sleep(for: .milliseconds(400))
    // It would wait for each of these if it held what it has got of its tables.
    for table in ["account", "member", "conversation_event", "mailbox_entry"] {
      try older.each("SELECT count(*) FROM \(table)", []) { _ in true }
    }
    try older.run("UPDATE account SET name = 'N'", [])
    try older.run("DELETE FROM member", [])
    try older.control("COMMIT")
    try older.settle()
    try await (try await newer).close()
    try scratch.expectAgreement()
  }

  @Test func `who has begun before and deletes a member afterwards does it again`() async throws {
    let scratch = try PostgresScratch.lasting()
    let older = try await Self.older(scratch)
    // From here on it sees no row that is written later.
    try older.each("SELECT count(*) FROM session", []) { _ in true }
    let newer = try scratch.relay()
    let failure = #expect(throws: PostgresFailure.self) {
      try older.run("DELETE FROM member", [])
      try older.settle()
    }
    #expect(failure?.code == .conflict)
    try older.control("ROLLBACK")
    try older.run("DELETE FROM member", [])
    try older.settle()
    try scratch.expectAgreement()
    try await newer.close()
  }

  @Test func `a copy finds what the version before has made as if it were new, expanded or not`()
    throws
  {
    let cluster = try PostgresCluster.shared.get()
    let wanted = try Self.columns(cluster) { _ in }
    let before = try Self.columns(cluster) { try Self.open($0, TwoRelayVersions.stepsOf030) }
    let expanded = try Self.columns(cluster) { address in
      for steps in [TwoRelayVersions.stepsOf030, PostgresRelaySchema.migrations] {
        try Self.open(address, steps)
      }
    }
    #expect(before == wanted)
    #expect(expanded == wanted)
  }

  private static func open(_ address: PostgresAddress, _ steps: [PostgresMigration]) throws {
    let options = PostgresOptions(schema: "relay")
    try PostgresConnection(address, options).migrate(steps, schema: "relay")
  }

  /// By table, in a database of its own.
  private static func columns(
    _ cluster: PostgresCluster, _ prepare: (PostgresAddress) throws -> Void
  ) throws -> [String: [String]] {
    let name = PostgresScratch.name()
    try cluster.execute("CREATE DATABASE \(name)")
    defer { try? cluster.execute("DROP DATABASE \(name) WITH (FORCE)") }
    let address = cluster.address(name)
    try prepare(address)
    let tables = try PostgresTables(address, of: .relay, Logger(label: "test")).tables
    return Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0.columns.sorted()) })
  }
}
