import CollaborationDomain
import Foundation
import GRDB
import GroveIdentity
import RecordDomain

extension RecordSchema {
  /// Values of fields, in the order of a query: one row for each scalar, and for each element of a list. Elements have
  /// the kind of their value and 16. What a record's own columns say is indexed there.
  static let queries = """
    CREATE TABLE recordValue (
      zone BLOB NOT NULL,
      type TEXT NOT NULL,
      field TEXT NOT NULL,
      kind INTEGER NOT NULL,
      value ANY NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (zone, type, field, kind, value, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX record_type ON record (zone, type, name);
    CREATE INDEX record_created ON record (zone, type, createdAt, name);
    CREATE INDEX record_modified ON record (zone, type, modifiedAt, name);
    CREATE INDEX record_shared ON record (zone, coveringShare, type, name)
      WHERE coveringShare IS NOT NULL;
    """

  /// Writes down the values of records from before there were queries.
  static func indexRecords(_ db: Database) throws {
    let rows = RecordRows(db)
    var place: (zone: [UInt8], name: String) = ([], "")
    while true {
      let page = try rows.rows.all(
        """
        SELECT \(RecordRows.Columns.record) FROM record WHERE (zone, name) > (?, ?)
        ORDER BY zone, name LIMIT 100
        """, [Stored.blob(place.zone), place.name], RecordRows.record)
      for record in page { try rows.putValues(of: record, instead: nil) }
      guard let last = page.last else { return }
      place = (last.zone.bytes, last.name.text)
    }
  }
}

extension RecordRows {
  private static let ofElements = 16

  /// Writes what has come and deletes what has gone: a change of one field touches no other's rows.
  func putValues(of record: StoredRecord?, instead old: StoredRecord?) throws {
    let (before, after) = (old?.indexEntries ?? [], record?.indexEntries ?? [])
    if let old {
      for entry in before.subtracting(after) {
        try run(
          """
          DELETE FROM recordValue
          WHERE zone = ? AND type = ? AND field = ? AND kind = ? AND value = ? AND name = ?
          """, entry, of: old)
      }
    }
    if let record {
      for entry in after.subtracting(before) {
        try run(
          """
          INSERT INTO recordValue (zone, type, field, kind, value, name)
          VALUES (?, ?, ?, ?, ?, ?)
          """, entry, of: record)
      }
    }
  }

  private func run(_ sql: String, _ entry: IndexEntry, of record: StoredRecord) throws {
    try rows.run(
      sql,
      [
        Stored.blob(record.zone), record.type.text, entry.field.text,
        entry.key.kind + (entry.isElement ? Self.ofElements : 0), entry.key.stored,
        record.name.text,
      ])
  }

  func dropValues(in zone: ZoneID) throws {
    try rows.run("DELETE FROM recordValue WHERE zone = ?", [Stored.blob(zone)])
  }
}

extension RecordRows {
  func rows(
    along path: QueryPath, of type: RecordType, in zone: ZoneID, after place: IndexPlace?,
    isDescending: Bool, limit: Int
  ) throws -> [IndexPlace] {
    let index = IndexStatement(isDescending: isDescending, zone: zone, type: type)
    switch path {
    case .names: return try named(index.named("type = ?", [type.text], place, limit))
    case .below(let share):
      return try named(
        index.named("coveringShare = ? AND type = ?", [share.text, type.text], place, limit))
    case .children(let parent):
      return try named(index.named("parent = ?", [parent.text], place, limit))
    case .created(let range): return try timed(index.timed("createdAt", range, place, limit))
    case .modified(let range): return try timed(index.timed("modifiedAt", range, place, limit))
    case .values(let field, let ofElements, let range):
      let base = ofElements ? Self.ofElements : 0
      return try valued(index.valued(field, base, range, place, limit), base: base)
    }
  }

  private func named(_ found: IndexStatement.Made) throws -> [IndexPlace] {
    try rows.all(found.sql, found.arguments) { IndexPlace(key: nil, name: try $0.checked(0)) }
  }

  private func timed(_ found: IndexStatement.Made) throws -> [IndexPlace] {
    try rows.all(found.sql, found.arguments) { row in
      IndexPlace(key: .time(Int64(clamping: try row.number(1))), name: try row.checked(0))
    }
  }

  private func valued(_ found: IndexStatement.Made, base: Int) throws -> [IndexPlace] {
    try rows.all(found.sql, found.arguments) { row in
      let kind = Int(clamping: try row.number(1)) - base
      return IndexPlace(key: try row.key(2, ofKind: kind), name: try row.checked(0))
    }
  }
}

/// The statements that go along an index, forwards or backwards: from a row on, so that a page reads no row again.
private struct IndexStatement {
  typealias Arguments = [(any StatementArgument)?]
  typealias Made = (sql: String, arguments: Arguments)

  let isDescending: Bool
  let zone: ZoneID
  let type: RecordType

  private var after: String { isDescending ? "<" : ">" }
  private var order: String { isDescending ? "DESC" : "ASC" }

  func named(
    _ condition: String, _ values: Arguments, _ place: IndexPlace?, _ limit: Int
  ) -> Made {
    var arguments: Arguments = [Stored.blob(zone)] + values
    if let place { arguments.append(place.name.text) }
    return (
      """
      SELECT name FROM record WHERE zone = ? AND \(condition)
        \(place == nil ? "" : "AND name \(after) ?")
      ORDER BY name \(order) LIMIT ?
      """, arguments + [limit]
    )
  }

  func timed(_ column: String, _ range: IndexRange?, _ place: IndexPlace?, _ limit: Int) -> Made {
    let place = bounds(of: column, range, place)
    let arguments: Arguments = [Stored.blob(zone), type.text]
    return (
      """
      SELECT name, \(column) FROM record WHERE zone = ? AND type = ? \(place.sql)
      ORDER BY \(column) \(order), name \(order) LIMIT ?
      """, arguments + place.arguments + [limit]
    )
  }

  func valued(
    _ field: FieldName, _ base: Int, _ range: IndexRange?, _ place: IndexPlace?, _ limit: Int
  ) -> Made {
    var arguments: Arguments = [Stored.blob(zone), type.text, field.text]
    var condition: String
    if let range {
      let place = bounds(of: "value", range, place)
      condition = "AND kind = ? " + place.sql
      arguments += [range.kind + base] + place.arguments
    } else {
      condition = "AND kind < 16"
      if let place {
        condition += " AND (kind, value, name) \(after) (?, ?, ?)"
        arguments += [place.key?.kind, place.key?.stored, place.name.text]
      }
    }
    return (
      """
      SELECT name, kind, value FROM recordValue
      WHERE zone = ? AND type = ? AND field = ? \(condition)
      ORDER BY kind \(order), value \(order), name \(order) LIMIT ?
      """, arguments + [limit]
    )
  }

  /// Where to begin and end. A row to go on behind takes the place of the range's begin: two conditions would leave it
  /// to SQLite with which of them it begins.
  private func bounds(of column: String, _ range: IndexRange?, _ place: IndexPlace?) -> Made {
    var (sql, arguments): Made = ("", [])
    func add(_ condition: String, _ values: Arguments) {
      sql += "AND \(condition) "
      arguments += values
    }
    if let lower = range?.lower, range?.upper == lower {
      add("\(column) = ?", [lower.stored])
      if let place { add("name \(after) ?", [place.name.text]) }
      return (sql, arguments)
    }
    if let place {
      add("(\(column), name) \(after) (?, ?)", [place.key?.stored, place.name.text])
    }
    if let lower = range?.lower, place == nil || isDescending {
      add("\(column) >= ?", [lower.stored])
    }
    if let upper = range?.upper, place == nil || !isDescending {
      add("\(column) <= ?", [upper.stored])
    }
    return (sql, arguments)
  }
}

extension IndexKey {
  /// Texts as bytes, which SQLite compares as they are.
  fileprivate var stored: any StatementArgument {
    switch self {
    case .integer(let number): number
    case .number(let number): number
    case .time(let at): at
    case .text(let bytes): Stored.blob(bytes)
    case .reference(let name): name.text
    }
  }
}

extension StoredRow {
  fileprivate func key(_ index: Int, ofKind kind: Int) throws -> IndexKey {
    switch (kind, raw(index).storage) {
    case (1, .int64(let number)): .integer(number)
    case (1, .double(let number)): .number(number)
    case (2, .int64(let at)): .time(at)
    case (3, .blob(let bytes)): .text(Array(bytes))
    case (4, .string): .reference(try checked(index))
    default: throw CollaborationStoreError.corrupt
    }
  }
}
