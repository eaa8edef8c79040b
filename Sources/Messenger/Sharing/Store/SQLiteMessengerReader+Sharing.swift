import GRDB

extension SQLiteMessengerReader: SharingReader {
  func sharingValue(kind: String, key: [UInt8]) throws -> [UInt8]? {
    try Row.fetchOne(
      database, sql: "SELECT value FROM sharing_record WHERE kind = ? AND key = ?",
      arguments: [kind, SQLiteBytes.value(key)]
    ).map { SQLiteBytes.bytes($0, 0) }
  }

  func sharingValues(kind: String, prefix: [UInt8]) throws -> [[UInt8]] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT value FROM sharing_record
        WHERE kind = ? AND key >= ? AND (? = 0 OR substr(key, 1, ?) = ?) ORDER BY key
        """,
      // The part of an empty key is null and not empty, so no prefix is asked for without one.
      arguments: [
        kind, SQLiteBytes.value(prefix), prefix.count, prefix.count, SQLiteBytes.value(prefix),
      ]
    ).map { SQLiteBytes.bytes($0, 0) }
  }
}

extension SharingChange {
  /// Performs the write.
  func apply(to database: Database) throws {
    switch self {
    case .put(let kind, let key, let value):
      try database.execute(
        sql: """
          INSERT INTO sharing_record (kind, key, value) VALUES (?, ?, ?)
          ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value
          """,
        arguments: [kind, SQLiteBytes.value(key), SQLiteBytes.value(value)])
    case .delete(let kind, let key):
      try database.execute(
        sql: "DELETE FROM sharing_record WHERE kind = ? AND key = ?",
        arguments: [kind, SQLiteBytes.value(key)])
    }
  }
}
