import Foundation
import GRDB
import GroveIdentity
import RelayDomain

/// The relay's tables inside one transaction or snapshot. Statements are prepared once for each
/// connection: preparing costs more than running.
struct RelayRows {
  let db: Database

  func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
    try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
  }

  func rows(_ sql: String, _ arguments: StatementArguments) throws -> [Row] {
    try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
  }

  func exists(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
    try row(sql, arguments) != nil
  }

  func integer(_ sql: String, _ arguments: StatementArguments) throws -> Int {
    try Int.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) ?? 0
  }
}

extension FixedBytes {
  var data: Data { Data(bytes) }

  /// - Throws: `corrupt`: the schema checks lengths, so another one was never written.
  init(column: Data) throws {
    do {
      try self.init(Array(column))
    } catch {
      throw RelayStoreError(.corrupt, "a stored identifier")
    }
  }
}

extension UInt64 {
  /// For comparing with a column: nothing stored is larger than a signed column holds.
  var column: Int64 { Int64(clamping: self) }
}

extension Row {
  /// A value the schema declares as present.
  func required<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) throws
    -> Value
  {
    guard let value = self[index] as Value? else {
      throw RelayStoreError(.corrupt, "a stored value")
    }
    return value
  }

  func bytes(_ index: Int) throws -> [UInt8] { Array(try required(index) as Data) }

  func identifier<ID: FixedBytes>(_ index: Int) throws -> ID {
    try ID(column: try required(index))
  }

  func number(_ index: Int) throws -> UInt64 {
    guard let value = UInt64(exactly: try required(index) as Int64) else {
      throw RelayStoreError(.corrupt, "a stored number")
    }
    return value
  }
}

extension [UInt8] {
  var data: Data { Data(self) }
}
