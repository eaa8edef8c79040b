/// A table as both engines have it, named as PostgreSQL does: in small letters, which SQLite does not tell apart.
package struct StoredTable: Hashable, Sendable {
  package let name: String
  package let columns: [String]
  /// The columns that tell its rows apart, in the order of their index: what rows are copied and compared by.
  package let key: [String]

  package init(name: String, columns: [String], key: [String]) {
    self.name = name
    self.columns = columns
    self.key = key
  }

  /// Row after row behind a key, in the order of keys, which is the same in both engines: numbers as numbers, texts and
  /// bytes byte by byte.
  ///
  /// - Parameters:
  ///   - after: values of the key; empty: from the first row.
  ///   - take: is given the values of all columns, and says whether it wants another row.
  package func rows(
    after: [SQLValue], limit: Int, in connection: any SQLConnection,
    _ take: ([SQLValue?]) throws -> Bool
  ) throws {
    let keys = key.joined(separator: ", ")
    let places = Array(repeating: "?", count: after.count).joined(separator: ", ")
    let condition = after.isEmpty ? "" : "WHERE (\(keys)) > (\(places))"
    let columns = self.columns.joined(separator: ", ")
    let sql = "SELECT \(columns) FROM \(name) \(condition) ORDER BY \(keys) LIMIT ?"
    try connection.eachInPieces(sql, after.map { $0 as any SQLArgument } + [limit]) { row in
      try take(self.columns.indices.map { row.value($0) })
    }
  }

  /// The values of the key in a row.
  package func key(of row: [SQLValue?]) -> [SQLValue] {
    key.compactMap { name in columns.firstIndex(of: name).flatMap { row[$0] } }
  }

  /// Of the last row; empty: there is none.
  package func lastKey(in connection: any SQLConnection) throws -> [SQLValue] {
    let backwards = key.map { "\($0) DESC" }.joined(separator: ", ")
    let sql = "SELECT \(key.joined(separator: ", ")) FROM \(name) ORDER BY \(backwards) LIMIT 1"
    var last: [SQLValue] = []
    try connection.each(sql, []) { row in
      last = key.indices.compactMap { row.value($0) }
      return false
    }
    return last
  }

  package func insert(_ row: [SQLValue?], into connection: any SQLConnection) throws {
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    try connection.run(
      "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(places))",
      row.map { $0 as (any SQLArgument)? })
  }
}

extension SQLValue: SQLArgument {
  public var sqlValue: SQLValue { self }

  /// Bytes that it takes, about.
  var size: Int {
    switch self {
    case .integer, .real: 8
    case .text(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    }
  }
}

extension SQLRow {
  /// Whatever the column holds; nil: no value.
  fileprivate func value(_ index: Int) -> SQLValue? {
    if isNull(index) { return nil }
    if let integer = integer(index) { return .integer(integer) }
    if let text = text(index) { return .text(text) }
    if let bytes = bytes(index) { return .bytes(bytes) }
    return real(index).map { .real($0) }
  }
}
