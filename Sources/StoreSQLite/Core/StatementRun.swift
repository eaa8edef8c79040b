import GRDB
import GRDBSQLite
import StoreSQL

/// One run of a prepared statement on SQLite's own functions: the road that every look-up and every row of both
/// stores takes.
///
/// GRDB opens the file, migrates it, hands out connections and keeps prepared statements; what is done for each request
/// does not go through its rows and arguments, which put each column into a value of their own, look at the statement
/// before and after it ran on behalf of observers that Grove does not have, and copy each row. Here a parameter is bound as
/// what it is and a column is read where SQLite has it.
///
/// A statement is shared by all who ask for its text on one connection: a run ends before the next one of the same text
/// begins, so no row may be read by asking the same again.
struct StatementRun: ~Copyable {
  private let db: Database
  private let statement: Statement

  /// - Throws: `DatabaseError` where the text is no statement, or a value is longer than SQLite takes.
  init(_ sql: String, _ arguments: [(any SQLArgument)?], on db: Database) throws {
    let statement = try db.cachedStatement(sql: sql)
    try Self.bind(arguments, to: statement.sqliteStatement, db)
    self.db = db
    self.statement = statement
  }

  /// What SQLite holds for it is let go, and so are its arguments: they may be large.
  deinit {
    sqlite3_reset(statement.sqliteStatement)
    sqlite3_clear_bindings(statement.sqliteStatement)
  }

  /// - Returns: the next row, to be read before the next one is asked for; nil after the last.
  func next() throws -> SQLiteRow? {
    switch sqlite3_step(statement.sqliteStatement) {
    case SQLITE_ROW: return SQLiteRow(statement.sqliteStatement)
    case SQLITE_DONE: return nil
    case let code: throw Self.failure(code, db)
    }
  }

  private static func bind(
    _ arguments: [(any SQLArgument)?], to statement: OpaquePointer, _ db: Database
  ) throws {
    guard sqlite3_bind_parameter_count(statement) == CInt(arguments.count) else {
      // Traps because: both are written in this program, side by side; no value from outside changes their numbers.
      fatalError("a statement is given as many arguments as it has parameters")
    }
    var place: CInt = 0
    for argument in arguments {
      place += 1
      let code =
        argument?.sqlValue.bind(to: statement, at: place) ?? sqlite3_bind_null(statement, place)
      guard code == SQLITE_OK else { throw failure(code, db) }
    }
  }

  /// SQLite's own sentence names tables and columns, never values.
  private static func failure(_ code: CInt, _ db: Database) -> DatabaseError {
    DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
  }
}

private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// SQLite keeps a copy until the statement has run.
extension SQLValue {
  /// - Returns: SQLite's result code.
  fileprivate func bind(to statement: OpaquePointer, at place: CInt) -> CInt {
    switch self {
    case .integer(let number): sqlite3_bind_int64(statement, place, number)
    case .real(let number): sqlite3_bind_double(statement, place, number)
    case .text(let text): Self.bind(text, to: statement, at: place)
    case .bytes(let bytes): Self.bind(bytes, to: statement, at: place)
    }
  }

  private static func bind(_ text: String, to statement: OpaquePointer, at place: CInt) -> CInt {
    // Of an empty text there may be no address, and SQLite would take that for no value.
    guard !text.isEmpty else { return sqlite3_bind_text(statement, place, "", 0, copied) }
    var text = text
    return text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text64(
          statement, place, $0.baseAddress, UInt64($0.count), copied, UInt8(SQLITE_UTF8))
      }
    }
  }

  private static func bind(_ bytes: [UInt8], to statement: OpaquePointer, at place: CInt) -> CInt {
    guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, place, 0) }
    return bytes.withUnsafeBytes {
      sqlite3_bind_blob64(statement, place, $0.baseAddress, UInt64($0.count), copied)
    }
  }
}
