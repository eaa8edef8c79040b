import GRDB
import MessengerDomain

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
