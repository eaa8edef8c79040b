import Foundation
import GRDB
import StoreSQL
import Testing

@testable import StorePostgres
@testable import StoreSQLite

/// A table or column that one engine has and the other has not was forgotten in a migration.
@Suite(.needsPostgres) struct SchemaAgreementTests {
  /// A column as both engines can say it.
  struct Column: Hashable, Comparable, CustomStringConvertible {
    let table: String
    let place: Int
    let name: String
    let type: String
    let isRequired: Bool

    var description: String { "\(table).\(place) \(name) \(type)\(isRequired ? " NOT NULL" : "")" }
    var atNoPlace: Self {
      Self(table: table, place: 0, name: name, type: type, isRequired: isRequired)
    }
    static func < (left: Self, right: Self) -> Bool { left.description < right.description }
  }

  @Test func `the collaboration server's tables and columns are the same in both engines`()
    async throws
  {
    let store = try PostgresScratch.lasting()
    let opened = try store.collaborations()
    try await Self.agree(store) { path in _ = try SQLiteCollaborationStore(path: path) }
    try await opened.close()
  }

  @Test func `the relay's tables and columns are the same in both engines`() async throws {
    let store = try PostgresScratch.lasting()
    let opened = try store.relay()
    try await Self.agree(store) { path in _ = try SQLiteRelayStore(path: path) }
    try await opened.close()
  }

  /// Nodes and parts of a database would wait for each other there.
  @Test func `nothing is numbered by a sequence that all share`() async throws {
    let (relay, collaborations) = (try PostgresScratch.lasting(), try PostgresScratch.lasting())
    try await relay.relay().close()
    try await collaborations.collaborations().close()
    #expect(try Self.sequences(relay) == 0)
    #expect(try Self.sequences(collaborations) == 0)
    // The relay's first schema had one.
    let first = try PostgresScratch()
    await (try first.open(Array(PostgresRelaySchema.migrations.prefix(1)))).close()
    #expect(try Self.sequences(first) == 1)
  }

  private static func sequences(_ scratch: PostgresScratch) throws -> Int {
    try scratch.cluster.numbers(
      """
      SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'S' AND n.nspname = '\(scratch.schema)'
      """)[0]
  }

  private static func agree(_ scratch: PostgresScratch, _ open: (String) throws -> Void)
    async throws
  {
    let path = "/tmp/grove-schema-\(UUID().uuidString).sqlite"
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    try open(path)
    let file = try DatabaseQueue(path: path)
    let sqlite = try await file.read { try Self.columns($0) }
    let postgres = try Self.columns(scratch)
    #expect(sqlite.count > 50)
    #expect(Set(sqlite).subtracting(postgres).sorted() == [])
    #expect(Set(postgres).subtracting(sqlite).sorted() == [])
    let indices = try await file.read { try Self.indices($0) }
    #expect(indices == (try Self.indices(scratch)))
  }

  private static func columns(_ db: Database) throws -> [Column] {
    let tables = try String.fetchAll(
      db,
      sql:
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'grdb_%' AND name NOT LIKE 'sqlite_%'"
    )
    return try tables.flatMap { table in
      try Row.fetchAll(db, sql: "PRAGMA table_info(\(table))").map { row in
        let type = [
          "INTEGER": "bigint", "TEXT": "text", "BLOB": "bytea", "REAL": "double precision",
        ]
        // What is a key holds a value, also where the table numbers it itself.
        return Column(
          table: table.lowercased(), place: row["cid"], name: (row["name"] as String).lowercased(),
          type: type[row["type"]] ?? row["type"], isRequired: row["notnull"] == 1 || row["pk"] > 0)
      }
    }
  }

  static func columns(_ scratch: PostgresScratch) throws -> [Column] {
    var columns: [Column] = []
    // Places are counted without those of columns that were dropped.
    try scratch.cluster.connection().each(
      """
      SELECT table_name, row_number() OVER (PARTITION BY table_name ORDER BY ordinal_position) - 1,
        column_name, CAST(data_type AS TEXT), CAST(is_nullable AS TEXT), collation_name
      FROM information_schema.columns
      WHERE table_schema = ? AND table_name NOT LIKE 'grove%'
      """, [scratch.schema]
    ) { row in
      let type = row.text(3) ?? ""
      #expect(type != "text" || row.text(5) == "C", "\(row.text(2) ?? "")")
      columns.append(
        Column(
          table: row.text(0) ?? "", place: Int(row.integer(1) ?? -1), name: row.text(2) ?? "",
          type: type, isRequired: row.text(4) == "NO"))
      return true
    }
    return columns
  }

  private static func indices(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db, sql: "SELECT lower(name) FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
    ).sorted()
  }

  private static func indices(_ scratch: PostgresScratch) throws -> [String] {
    // Those of keys are named by PostgreSQL.
    try scratch.cluster.texts(
      """
      SELECT indexname FROM pg_indexes WHERE schemaname = '\(scratch.schema)'
        AND tablename NOT LIKE 'grove%'
        AND indexname NOT LIKE '%\\_pkey' AND indexname NOT LIKE '%\\_key'
      UNION ALL SELECT indexname FROM pg_indexes WHERE schemaname = '\(scratch.schema)'
        AND indexname = 'recordzone_key'
      """
    ).sorted()
  }
}
