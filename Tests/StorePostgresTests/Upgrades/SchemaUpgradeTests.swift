import CollaborationDomain
import GroveIdentity
import StoreSQL
import Testing

@testable import StorePostgres

/// Each version of a schema, with rows in every table, becomes the present one.
@Suite(.needsPostgres) struct SchemaUpgradeTests {
  @Test(arguments: 1...PostgresCollaborationSchema.migrations.count)
  func `what a collaboration server kept at some version is there after all later steps`(
    _ version: Int
  ) async throws {
    let scratch = try PostgresScratch.lasting()
    let steps = PostgresCollaborationSchema.migrations.prefix(version)
    let kept = try await scratch.fill(steps, with: .collaboration())
    let store = try scratch.collaborations()
    try scratch.look { try kept.expectSame(in: $0) }
    try await kept.expectRead(by: store)
    try await store.close()
    let new = try PostgresScratch.lasting()
    try await new.collaborations().close()
    try scratch.expectSameTables(as: new)
  }

  @Test(arguments: 1...PostgresRelaySchema.migrations.count)
  func `what a relay kept at some version is there after all later steps`(_ version: Int)
    async throws
  {
    let scratch = try PostgresScratch.lasting()
    let sample = try SampleRelay()
    let kept = try await scratch.fill(
      PostgresRelaySchema.migrations.prefix(version), with: sample.rows)
    let store = try scratch.relay()
    try scratch.look { try kept.expectSame(in: $0) }
    try await kept.expectRead(of: sample, by: store)
    try await sample.expectGoingOn(in: store)
    try await store.close()
    // What is kept for the version before, the next one takes away.
    try scratch.contract(of: PostgresRelaySchema.migrations)
    let new = try PostgresScratch.lasting()
    try await new.relay().close()
    try scratch.expectSameTables(as: new)
    let names = "SELECT name FROM \(new.schema).groveMigration"
    #expect(try scratch.applied().isSuperset(of: new.cluster.texts(names)))
  }

  /// Versions all of whose later steps bear those who do not know them.
  static let borne = (1..<PostgresCollaborationSchema.migrations.count).filter { version in
    PostgresCollaborationSchema.migrations[version...].allSatisfy {
      PostgresMigration.bearsOlder($0.name)
    }
  }

  @Test(arguments: borne)
  func `a node that lacks steps which bear it works on the rows of one that has them`(
    _ version: Int
  ) async throws {
    let scratch = try PostgresScratch.lasting()
    let steps = PostgresCollaborationSchema.migrations
    let kept = try await scratch.fill(steps[...], with: .collaboration())
    var options = scratch.options
    options.isNode = true
    let newer = try PostgresCollaborationStore(scratch.cluster.address(), options)
    let older = try scratch.open(Array(steps.prefix(version))) { $0.isNode = true }
    try scratch.look { try kept.expectSame(in: $0) }
    let event = try EventRecord(
      documentID: DocumentID([UInt8](repeating: 0x11, count: 16)), sequence: 3,
      kind: .renamed(title: "Rolls"), account: .init("ben"), at: 4000)
    try await older.change { connection in
      try connection.make { (_: any CollaborationReader) in
        Decision((), changes: [.appendEvent(event)])
      }.answer
    }
    let events = try await newer.read {
      try $0.events(of: event.documentID, after: 2, limit: 10, bytes: .max)
    }
    #expect(events == [event])
    await older.close()
    try await newer.close()
  }
}

extension PostgresScratch {
  /// Makes the schema with these steps only, and puts rows into all of its tables.
  func fill(_ steps: ArraySlice<PostgresMigration>, with rows: SampleRows) async throws -> KeptRows
  {
    await (try open(Array(steps))).close()
    return try look { connection in
      let tables = try PostgresTables.tables(of: schema, in: connection)
      try rows.insert(into: tables, of: connection)
      return try KeptRows(tables, in: connection)
    }
  }

  /// In a transaction of nobody's that ends well.
  func look<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
    let connection = try PostgresConnection(cluster.address(), options)
    var value: Value?
    try connection.alone { value = try body(connection) }
    return try #require(value)
  }

  /// The order of columns means nothing: a column that is added comes last.
  func expectSameTables(as other: PostgresScratch) throws {
    #expect(try columns() == other.columns())
    #expect(try definitions() == other.definitions())
  }

  private func columns() throws -> [SchemaAgreementTests.Column] {
    try SchemaAgreementTests.columns(self).map { $0.atNoPlace }.sorted()
  }

  /// As when rows are copied into the schema, on which nobody works then.
  func contract(of migrations: [PostgresMigration]) throws {
    let connection = try PostgresConnection(cluster.address(), options)
    try connection.migrate(migrations, schema: schema, isCopying: true)
  }

  func applied() throws -> Set<String> {
    Set(try cluster.texts("SELECT name FROM \(schema).groveMigration"))
  }

  /// Indices, constraints and what stands where nothing is said, in PostgreSQL's own words.
  private func definitions() throws -> [String] {
    try cluster.texts(
      """
      SELECT replace(words, '\(schema).', '') FROM (
        SELECT indexdef FROM pg_indexes WHERE schemaname = '\(schema)'
        UNION ALL SELECT concat(c.relname, ' ', x.conname, ' ', pg_get_constraintdef(x.oid))
          FROM pg_constraint x JOIN pg_class c ON c.oid = x.conrelid
          JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = '\(schema)'
        UNION ALL SELECT concat(table_name, ' ', column_name, ' ', column_default)
          FROM information_schema.columns WHERE table_schema = '\(schema)'
      ) AS found(words) ORDER BY 1
      """)
  }
}
