import Foundation
import GRDB
import StoreSQL
import Testing

@testable import StoreSQLite

/// The same of SQLite's files.
struct SQLiteSchemaUpgradeTests {
  /// The steps of a collaboration server's file as they came: a file has the first so many, whichever list they are in. A
  /// new one comes last.
  static let asTheyCame = [
    "collaboration-1", "collaboration-pages", "collaboration-waiting-knocks",
    "collaboration-sessions", "collaboration-withdrawn-identities",
    "collaboration-replaced-identities", "collaboration-operators", "collaboration-provider-links",
    "collaboration-born-accounts", "collaboration-notices", "records-1",
    "records-documents-and-people", "records-assets", "collaboration-link-access",
    "records-queries", "drives-1", "drives-2", "collaboration-first-lines", "drives-3",
    "collaboration-mentioned", "records-ordered-values", "collaboration-sign-in-codes",
    "collaboration-persons", "collaboration-sign-in-names",
  ]

  private static let collaboration =
    CollaborationSchema.migrations + RecordSchema.migrations + DriveSchema.migrations

  @Test func `every step of a collaboration server's file has its place in the order of time`() {
    #expect(Self.asTheyCame.sorted() == Self.collaboration.map(\.name).sorted())
  }

  @Test(arguments: 1...asTheyCame.count)
  func `what a collaboration server's file held at some version is there after all later steps`(
    _ version: Int
  ) async throws {
    let known = Self.asTheyCame.prefix(version)
    let file = SQLiteFile()
    let kept = try await file.fill(
      Self.collaboration.filter { known.contains($0.name) }, with: .collaboration())
    let store = try SQLiteCollaborationStore(path: file.path)
    try file.look { try kept.expectSame(in: $0) }
    try await kept.expectRead(by: store)
    try await store.close()
    let new = SQLiteFile()
    try await SQLiteCollaborationStore(path: new.path).close()
    #expect(try file.definitions() == new.definitions())
  }

  @Test(arguments: 1...RelayMigrations.all.count)
  func `what a relay's file held at some version is there after all later steps`(_ version: Int)
    async throws
  {
    let (file, sample) = (SQLiteFile(), try SampleRelay())
    let kept = try await file.fill(
      Array(RelayMigrations.all.prefix(version)), with: sample.rows)
    let store = try SQLiteRelayStore(path: file.path)
    try file.look { try kept.expectSame(in: $0) }
    try await kept.expectRead(of: sample, by: store)
    try await sample.expectGoingOn(in: store)
    try await store.close()
    let new = SQLiteFile()
    try await SQLiteRelayStore(path: new.path).close()
    #expect(try file.definitions() == new.definitions())
  }
}

/// A file for one test, removed with it.
private final class SQLiteFile {
  let path = NSTemporaryDirectory() + "grove-upgrade-\(UUID().uuidString).sqlite"

  deinit {
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
  }

  /// Makes the tables with these steps only, and puts rows into all of them.
  func fill(_ steps: [SQLiteMigration], with rows: SampleRows) async throws -> KeptRows {
    try await SQLiteDatabase(path: path, migrations: steps).close()
    return try look { connection in
      let tables = try SQLiteTables.names(in: connection).map {
        StoredTable(name: $0.key, columns: $0.value, key: $0.value)
      }
      try rows.insert(into: tables, of: connection)
      return try KeptRows(tables, in: connection)
    }
  }

  func look<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
    try DatabaseQueue(path: path).write { try body(SQLiteConnection($0)) }
  }

  /// Columns, whose order is that of time, and indices.
  func definitions() throws -> [String] {
    var found: [String] = []
    try look { connection in
      try connection.each(
        """
        SELECT t.name || ' ' || c.name || ' ' || c.type || ' ' || c."notnull" || ' '
          || coalesce(c.dflt_value, '') || ' ' || c.pk
        FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'
        UNION ALL SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1
        """, []
      ) { row in
        found.append(row.text(0) ?? "")
        return true
      }
    }
    return found
  }
}
