import GRDB
package import StoreSQL

/// All tables of one of Grove's files, in one snapshot, for copying them elsewhere. Nothing is written.
package struct SQLiteTables {
  private let queue: DatabaseQueue

  /// - Parameter path: of a file whose schema is up to date: a store has opened it.
  /// - Throws: where it cannot be read.
  package init(path: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    queue = try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Runs `body` on one snapshot of the file.
  package func read<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
    try queue.read { try body(SQLiteConnection($0)) }
  }

  /// Names in small letters, with those of the columns, sorted; without what SQLite and GRDB keep for themselves.
  package static func names(in connection: any SQLConnection) throws -> [String: [String]] {
    var tables: [String: [String]] = [:]
    try connection.each(
      """
      SELECT lower(t.name), lower(c.name) FROM sqlite_schema t JOIN pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'grdb_migrations'
      ORDER BY 1, 2
      """, []
    ) { row in
      guard let table = row.text(0), let column = row.text(1) else { return true }
      tables[table, default: []].append(column)
      return true
    }
    return tables
  }
}
