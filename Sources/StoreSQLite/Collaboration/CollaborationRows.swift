import CollaborationDomain
import Foundation
import GRDB
import GroveIdentity

/// The rows inside one transaction. Lives no longer than the closure it was made in.
struct CollaborationRows {
  private let db: Database

  init(_ db: Database) { self.db = db }

  func one<Value>(
    _ sql: String, _ arguments: [(any DatabaseValueConvertible)?],
    _ make: (StoredRow) throws -> Value
  ) throws -> Value? {
    let statement = try db.cachedStatement(sql: sql)
    return try Row.fetchOne(statement, arguments: StatementArguments(arguments)).map {
      try make(StoredRow($0))
    }
  }

  /// Looks a key up that a stranger may have chosen. Where there is no row, the statement makes one up,
  /// which is read like a found one and then dropped: so that how long it takes does not say whether
  /// there was one.
  /// - Parameters:
  ///   - sql: ends in a column that is 1.
  ///   - otherwise: the columns of the row that is made up; the last is 0.
  ///   - flag: the number of that last column.
  func oneAlike<Value>(
    _ sql: String, otherwise: String, _ arguments: [(any DatabaseValueConvertible)?], flag: Int,
    _ make: (StoredRow) throws -> Value
  ) throws -> Value? {
    try one("\(sql) UNION ALL SELECT \(otherwise) LIMIT 1", arguments) { row in
      let value = try make(row)
      return try row.number(flag) == 1 ? value : nil
    } ?? nil
  }

  /// - Parameter rows: a table and a condition with one argument.
  func count(_ rows: String, _ key: String, upTo limit: Int) throws -> Int {
    try one("SELECT count(*) FROM (SELECT 1 FROM \(rows) LIMIT ?)", [key, limit]) {
      Int(clamping: try $0.number(0))
    } ?? 0
  }

  /// - Parameter goesOn: asked before each row; what is not stepped to is not read.
  func all<Value>(
    _ sql: String, _ arguments: [(any DatabaseValueConvertible)?],
    while goesOn: () -> Bool = { true }, _ make: (StoredRow) throws -> Value
  ) throws -> [Value] {
    let statement = try db.cachedStatement(sql: sql)
    var values: [Value] = []
    let rows = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
    while goesOn(), let row = try rows.next() { values.append(try make(StoredRow(row))) }
    return values
  }

  func run(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?]) throws {
    let statement = try db.cachedStatement(sql: sql)
    try statement.execute(arguments: StatementArguments(arguments))
  }
}

/// Between columns and values. A column that does not hold what it must is a damaged file.
enum Stored {
  static func blob(_ bytes: [UInt8]) -> Data { Data(bytes) }
  static func blob(_ value: some FixedBytes) -> Data { Data(value.bytes) }

  /// Times and counters never reach 2^63; what is meant as "never" is clamped there.
  static func integer(_ value: UInt64) -> Int64 { Int64(clamping: value) }
  static func integer(_ value: UInt64?) -> Int64? { value.map { Int64(clamping: $0) } }
}

/// A row, read strictly.
struct StoredRow {
  private let row: Row

  init(_ row: Row) { self.row = row }

  func isNull(_ index: Int) -> Bool { row.hasNull(atIndex: index) }

  func raw(_ index: Int) -> DatabaseValue { row[index] }

  func bytes(_ index: Int) throws -> [UInt8] {
    try row.withUnsafeData(atIndex: index) { data in
      guard let data else { throw CollaborationStoreError.corrupt }
      return [UInt8](data)
    }
  }

  func fixed<Value: FixedBytes>(_ index: Int) throws -> Value {
    do {
      return try Value(bytes(index))
    } catch {
      throw CollaborationStoreError.corrupt
    }
  }

  func optionalFixed<Value: FixedBytes>(_ index: Int) throws -> Value? {
    isNull(index) ? nil : try fixed(index)
  }

  func text(_ index: Int) throws -> String {
    guard let text = String.fromDatabaseValue(row[index]) else {
      throw CollaborationStoreError.corrupt
    }
    return text
  }

  func checked<Value: CheckedText>(_ index: Int) throws -> Value {
    do {
      return try Value(text(index))
    } catch {
      throw CollaborationStoreError.corrupt
    }
  }

  func number(_ index: Int) throws -> UInt64 {
    guard let value = Int64.fromDatabaseValue(row[index]), let number = UInt64(exactly: value)
    else { throw CollaborationStoreError.corrupt }
    return number
  }

  func optionalNumber(_ index: Int) throws -> UInt64? {
    isNull(index) ? nil : try number(index)
  }
}
