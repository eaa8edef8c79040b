import CollaborationDomain
import GRDB
import GRDBSQLite
import GroveIdentity

/// A row that a statement stands at, read strictly: a column that does not hold what it must is a damaged file. What is
/// read is copied, for the row is gone with the next one.
struct StoredRow {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) { self.statement = statement }

  func isNull(_ index: Int) -> Bool {
    sqlite3_column_type(statement, CInt(index)) == SQLITE_NULL
  }

  /// For a column that holds several kinds.
  func raw(_ index: Int) -> DatabaseValue {
    DatabaseValue(sqliteStatement: statement, index: CInt(index))
  }

  func bytes(_ index: Int) throws -> [UInt8] {
    guard sqlite3_column_type(statement, CInt(index)) == SQLITE_BLOB else {
      throw CollaborationStoreError.corrupt
    }
    // The address first: asking for it may be what makes the bytes.
    let start = sqlite3_column_blob(statement, CInt(index))
    return [UInt8](
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, CInt(index))))
    )
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
    guard sqlite3_column_type(statement, CInt(index)) == SQLITE_TEXT,
      let start = sqlite3_column_text(statement, CInt(index))
    else { throw CollaborationStoreError.corrupt }
    let count = Int(sqlite3_column_bytes(statement, CInt(index)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func checked<Value: CheckedText>(_ index: Int) throws -> Value {
    do {
      return try Value(text(index))
    } catch {
      throw CollaborationStoreError.corrupt
    }
  }

  func number(_ index: Int) throws -> UInt64 {
    guard sqlite3_column_type(statement, CInt(index)) == SQLITE_INTEGER,
      let number = UInt64(exactly: sqlite3_column_int64(statement, CInt(index)))
    else { throw CollaborationStoreError.corrupt }
    return number
  }

  func optionalNumber(_ index: Int) throws -> UInt64? {
    isNull(index) ? nil : try number(index)
  }
}
