import CollaborationDomain
import Foundation
import GRDB
import GroveIdentity

/// The rows inside one transaction. Lives no longer than the closure it was made in.
struct CollaborationRows {
  private let db: Database

  init(_ db: Database) { self.db = db }

  func one<Value>(
    _ sql: String, _ arguments: [(any StatementArgument)?],
    _ make: (StoredRow) throws -> Value
  ) throws -> Value? {
    let run = try StatementRun(sql, arguments, on: db)
    return try run.next().map(make)
  }

  /// Looks a key up that a stranger may have chosen. Where there is no row, the statement makes one up,
  /// which is read like a found one and then dropped: so that how long it takes does not say whether
  /// there was one.
  /// - Parameters:
  ///   - sql: ends in a column that is 1.
  ///   - otherwise: the columns of the row that is made up; the last is 0.
  ///   - flag: the number of that last column.
  func oneAlike<Value>(
    _ sql: String, otherwise: String, _ arguments: [(any StatementArgument)?], flag: Int,
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
    _ sql: String, _ arguments: [(any StatementArgument)?],
    while goesOn: () -> Bool = { true }, _ make: (StoredRow) throws -> Value
  ) throws -> [Value] {
    let run = try StatementRun(sql, arguments, on: db)
    var values: [Value] = []
    while goesOn(), let row = try run.next() { values.append(try make(row)) }
    return values
  }

  func run(_ sql: String, _ arguments: [(any StatementArgument)?]) throws {
    try StatementRun.run(sql, arguments, on: db)
  }
}

/// Between columns and values. A column that does not hold what it must is a damaged file.
enum Stored {
  static func blob(_ bytes: [UInt8]) -> [UInt8] { bytes }
  static func blob(_ value: some FixedBytes) -> [UInt8] { value.bytes }

  /// Times and counters never reach 2^63; what is meant as "never" is clamped there.
  static func integer(_ value: UInt64) -> Int64 { Int64(clamping: value) }
  static func integer(_ value: UInt64?) -> Int64? { value.map { Int64(clamping: $0) } }
}
