import GRDB
import GRDBSQLite
import StoreSQL

/// One of SQLite's connections, as rows use it.
struct SQLiteConnection: SQLConnection {
  let db: Database

  init(_ db: Database) { self.db = db }

  func each(
    _ sql: String, _ arguments: [(any SQLArgument)?], _ take: (any SQLRow) throws -> Bool
  ) throws {
    let run = try StatementRun(sql, arguments, on: db)
    while let row = try run.next(), try take(row) {}
  }

  func run(_ sql: String, _ arguments: [(any SQLArgument)?]) throws {
    let run = try StatementRun(sql, arguments, on: db)
    while try run.next() != nil {}
  }
}

/// A row of a statement that SQLite stands at.
struct SQLiteRow: SQLRow {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) { self.statement = statement }

  func isNull(_ index: Int) -> Bool { type(index) == SQLITE_NULL }

  func integer(_ index: Int) -> Int64? {
    type(index) == SQLITE_INTEGER ? sqlite3_column_int64(statement, CInt(index)) : nil
  }

  func real(_ index: Int) -> Double? {
    type(index) == SQLITE_FLOAT ? sqlite3_column_double(statement, CInt(index)) : nil
  }

  func text(_ index: Int) -> String? {
    guard type(index) == SQLITE_TEXT, let start = sqlite3_column_text(statement, CInt(index)) else {
      return nil
    }
    return String(
      decoding: UnsafeBufferPointer(start: start, count: count(index)), as: UTF8.self)
  }

  func bytes(_ index: Int) -> [UInt8]? {
    guard type(index) == SQLITE_BLOB else { return nil }
    // The address first: asking for it may be what makes the bytes.
    let start = sqlite3_column_blob(statement, CInt(index))
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count(index)))
  }

  private func type(_ index: Int) -> CInt { sqlite3_column_type(statement, CInt(index)) }

  private func count(_ index: Int) -> Int {
    Int(sqlite3_column_bytes(statement, CInt(index)))
  }
}
