import Foundation
import GRDB
import GroveIdentity
import MessengerDomain

/// Byte strings, identifiers and times as SQLite values and back.
enum SQLiteBytes {
  static func value(_ bytes: [UInt8]) -> Data { Data(bytes) }
  static func value(_ bytes: some FixedBytes) -> Data { Data(bytes.bytes) }

  static func bytes(_ row: Row, _ column: Int) -> [UInt8] {
    Array((row[column] as Data?) ?? Data())
  }

  static func fixed<Value: FixedBytes>(_ row: Row, _ column: String, as type: Value.Type)
    throws -> Value
  {
    guard let value = try optional(row, column, as: type) else {
      throw MessengerStoreError.corrupt(column)
    }
    return value
  }

  static func optional<Value: FixedBytes>(_ row: Row, _ column: String, as type: Value.Type)
    throws -> Value?
  {
    guard let data = row[column] as Data? else { return nil }
    do {
      return try Value(Array(data))
    } catch {
      throw MessengerStoreError.corrupt(column)
    }
  }

  /// Times and counts: SQLite's integers are signed, and none of ours reaches their sign.
  static func number(_ value: UInt64) -> Int64 { Int64(clamping: value) }
  static func number(_ value: UInt64?) -> Int64? { value.map { Int64(clamping: $0) } }
  static func unsigned(_ row: Row, _ column: String) -> UInt64 {
    UInt64(clamping: (row[column] as Int64?) ?? 0)
  }
  static func optionalUnsigned(_ row: Row, _ column: String) -> UInt64? {
    (row[column] as Int64?).map { UInt64(clamping: $0) }
  }

  static func json(_ value: some Encodable) throws -> Data { Data(try StrictJSON.encode(value)) }

  static func json<Value: Decodable>(_ row: Row, _ column: String, as type: Value.Type) throws
    -> Value
  {
    do {
      return try StrictJSON.decode(type, from: Array((row[column] as Data?) ?? Data()))
    } catch {
      throw MessengerStoreError.corrupt(column)
    }
  }
}
