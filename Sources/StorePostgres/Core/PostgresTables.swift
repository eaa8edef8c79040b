package import Logging
package import StoreSQL

/// All tables of one store, while rows are copied into them from somewhere else. Until `finish` no store opens the schema,
/// and no server works on it for as long as this is there.
package final class PostgresTables {
  /// Which store's.
  package enum Kind: String { case relay, collaboration }

  /// Of a copy that has begun and not ended: stands among the schema's steps, where a store looks before anything else.
  static let mark = "copying"

  /// Those that others refer to come first.
  package let tables: [StoredTable]
  /// There are rows already that no copy is bringing: those of one that has ended, or somebody else's. They may be compared,
  /// and are not to be added to.
  package let isOccupied: Bool
  private let connection: PostgresConnection

  /// Connects, brings the schema up to date, and keeps stores off it.
  ///
  /// - Throws: `PostgresFailure`: `unavailable` where a server works on the schema.
  package init(_ address: PostgresAddress, of kind: Kind, _ logger: Logger) throws {
    let schema = kind.rawValue
    var options = PostgresOptions(schema: schema, logger: logger)
    // Whoever has begun before the mark was there would go on.
    options.isAlone = true
    connection = try PostgresConnection(address, options)
    try connection.verify()
    for warning in connection.warnings() { logger.warning("\(warning)") }
    let steps =
      switch kind {
      case .relay: PostgresRelaySchema.migrations
      case .collaboration: PostgresCollaborationSchema.migrations
      }
    try connection.migrate(steps, schema: schema, isCopying: true)
    try connection.claim(options)
    tables = try Self.tables(of: schema, in: connection)
    isOccupied = try Self.begin(tables, on: connection)
  }

  /// - Returns: whether there are rows already that no copy is bringing.
  private static func begin(
    _ tables: [StoredTable], on connection: PostgresConnection
  ) throws -> Bool {
    var isOccupied = false
    try connection.alone {
      let mark = "groveMigration WHERE name = '\(Self.mark)'"
      guard try Self.isEmpty(mark, in: connection) else { return }
      isOccupied = try tables.contains { try !Self.isEmpty($0.name, in: connection) }
      guard !isOccupied else { return }
      try connection.run("INSERT INTO groveMigration (name, at) VALUES ('\(Self.mark)', now())", [])
    }
    return isOccupied
  }

  /// Runs `body` in one transaction: all of it or nothing.
  package func change<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
    var value: Value?
    try connection.alone { value = try body(connection) }
    guard let value else { throw PostgresFailure(.unavailable) }
    return value
  }

  package func read<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
    try change(body)
  }

  /// Every row is there: from now on it is a store's.
  package func finish() throws {
    try change { try $0.run("DELETE FROM groveMigration WHERE name = '\(Self.mark)'", []) }
  }
}

extension PostgresTables {
  private static func isEmpty(_ rows: String, in connection: any SQLConnection) throws -> Bool {
    var isEmpty = true
    try connection.each("SELECT 1 FROM \(rows) LIMIT 1", []) { _ in
      isEmpty = false
      return false
    }
    return isEmpty
  }

  private static func pairs(_ sql: String, _ schema: String, in connection: any SQLConnection)
    throws
    -> [(String, String)]
  {
    var pairs: [(String, String)] = []
    try connection.each(sql, [schema]) { row in
      if let one = row.text(0), let other = row.text(1) { pairs.append((one, other)) }
      return true
    }
    return pairs
  }

  /// What the schema has, but for what the engine keeps for itself.
  static func tables(of schema: String, in connection: any SQLConnection) throws -> [StoredTable] {
    let columns = try byTable(pairs(Self.columns, schema, in: connection))
    let keys = try byTable(pairs(Self.keys, schema, in: connection))
    let references = try byTable(pairs(Self.references, schema, in: connection))
    var tables: [StoredTable] = []
    var open = columns.keys.filter { !$0.hasPrefix("grove") }.sorted()
    while !open.isEmpty {
      let done = Set(tables.map(\.name))
      let next = open.filter { name in
        (references[name] ?? []).allSatisfy { $0 == name || done.contains($0) }
      }
      guard !next.isEmpty else {
        // Traps because: the schema is written in this program.
        fatalError("tables refer to each other in a circle")
      }
      tables += next.map { name in
        guard let key = keys[name], let columns = columns[name] else {
          // Traps because: the schema is written in this program.
          fatalError("the table \(name) has no key")
        }
        return StoredTable(name: name, columns: columns, key: key)
      }
      open.removeAll { next.contains($0) }
    }
    return tables
  }

  private static func byTable(_ pairs: [(String, String)]) -> [String: [String]] {
    Dictionary(grouping: pairs, by: \.0).mapValues { $0.map(\.1) }
  }

  private static let columns = """
    SELECT CAST(c.relname AS TEXT), CAST(a.attname AS TEXT) FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = ? ORDER BY c.relname, a.attnum
    """

  /// The primary key; where a table has none, its first unique index over every row.
  private static let keys = """
    WITH candidate AS (
      SELECT DISTINCT ON (i.indrelid) i.indrelid, i.indkey FROM pg_index i
      WHERE i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
      ORDER BY i.indrelid, i.indisprimary DESC, i.indexrelid)
    SELECT CAST(c.relname AS TEXT), CAST(a.attname AS TEXT) FROM candidate i
    JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY k(number, place)
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
    WHERE n.nspname = ? ORDER BY c.relname, k.place
    """

  private static let references = """
    SELECT CAST(c.relname AS TEXT), CAST(f.relname AS TEXT) FROM pg_constraint x
    JOIN pg_class c ON c.oid = x.conrelid JOIN pg_class f ON f.oid = x.confrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace WHERE x.contype = 'f' AND n.nspname = ?
    """
}
