import StoreSQL
import Testing

/// What the tables of one version held before the later steps were made.
struct KeptRows: Sendable {
  let tables: [StoredTable]
  private let contents: [String: [[String?]]]

  /// A table without rows would prove nothing, nor would a column without a value: each is an issue of the test.
  init(_ tables: [StoredTable], in connection: any SQLConnection) throws {
    self.tables = tables.map(\.lasting)
    contents = try Self.contents(of: self.tables, in: connection)
    let all = try Self.contents(of: tables, in: connection)
    for table in tables {
      let rows = all[table.name] ?? []
      for (place, column) in table.columns.enumerated() {
        let isFilled = rows.contains { $0[place] != nil }
        #expect(isFilled, "no sample row has a value in \(table.name).\(column)")
      }
    }
  }

  /// Everything that was there is there, as it was.
  func expectSame(in connection: any SQLConnection) throws {
    let now = try Self.contents(of: tables, in: connection)
    for table in tables { #expect(now[table.name] == contents[table.name], "\(table.name)") }
  }

  func had(_ table: String) -> Bool { tables.contains { $0.name == table.lowercased() } }

  private static func contents(of tables: [StoredTable], in connection: any SQLConnection) throws
    -> [String: [[String?]]]
  {
    var contents: [String: [[String?]]] = [:]
    for table in tables {
      try table.rows(after: [], limit: 1000, in: connection) { row in
        contents[table.name, default: []].append(row.map { $0.map { "\($0)" } })
        return true
      }
    }
    return contents
  }
}

extension StoredTable {
  /// Columns that a later step took away. What they said stands in others then, which sample rows fill as the step does.
  private static let gone = [
    "conversation_event": ["event_id"],
    "mailbox_entry": ["event_id"],
  ]

  fileprivate var lasting: StoredTable {
    let lasting = columns.filter { !Self.gone[name, default: []].contains($0) }
    let key = key.filter { lasting.contains($0) }
    return StoredTable(name: name, columns: lasting, key: key.isEmpty ? lasting : key)
  }
}
