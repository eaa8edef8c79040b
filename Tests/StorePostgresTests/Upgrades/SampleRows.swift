import StoreSQL

/// Rows for every table of a schema, as of a server that has been used for a while. Where an earlier version lacks a table
/// or a column, they go without.
///
/// A column that a later step fills holds here what that step makes of the others.
struct SampleRows {
  typealias Row = [String: SampleValue]

  /// Those that others refer to come first.
  private var rows: [(table: String, row: Row)] = []

  mutating func add(_ table: String, _ row: Row) {
    let small = Dictionary(uniqueKeysWithValues: row.map { ($0.key.lowercased(), $0.value) })
    rows.append((table.lowercased(), small))
  }

  func insert(into tables: [StoredTable], of connection: any SQLConnection) throws {
    for (name, row) in rows {
      guard let table = tables.first(where: { $0.name == name }) else { continue }
      try table.insert(table.columns.map { row[$0]?.sqlValue }, into: connection)
    }
  }
}

/// What a column holds, written down as it is.
struct SampleValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  let sqlValue: SQLValue

  init(stringLiteral text: String) { sqlValue = .text(text) }
  init(integerLiteral number: Int64) { sqlValue = .integer(number) }
  init(_ bytes: [UInt8]) { sqlValue = .bytes(bytes) }

  static func bytes(_ count: Int, of byte: UInt8) -> Self {
    Self([UInt8](repeating: byte, count: count))
  }
}
