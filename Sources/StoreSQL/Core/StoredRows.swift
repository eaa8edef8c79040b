import GroveIdentity

/// The rows of a store inside one transaction. Lives no longer than the closure it was made in.
protocol StoredRows {
  /// What reading throws where a row is damaged.
  associatedtype Damage: DamagedRowError

  var connection: any SQLConnection { get }
}

extension StoredRows {
  typealias Arguments = [(any SQLArgument)?]

  func run(_ sql: String, _ arguments: Arguments) throws {
    try connection.run(sql, arguments)
  }

  func one<Value>(
    _ sql: String, _ arguments: Arguments, _ make: (StrictRow<Damage>) throws -> Value
  ) throws -> Value? {
    var value: Value?
    try connection.each(sql, arguments) { row in
      value = try make(StrictRow(row))
      return false
    }
    return value
  }

  func all<Value>(
    _ sql: String, _ arguments: Arguments, _ make: (StrictRow<Damage>) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    try connection.each(sql, arguments) { row in
      values.append(try make(StrictRow(row)))
      return true
    }
    return values
  }

  /// - Parameter goesOn: asked before each row; what is not stepped to is not read.
  func all<Value>(
    _ sql: String, _ arguments: Arguments, while goesOn: () -> Bool,
    _ make: (StrictRow<Damage>) throws -> Value
  ) throws -> [Value] {
    guard goesOn() else { return [] }
    var values: [Value] = []
    try connection.eachInPieces(sql, arguments) { row in
      values.append(try make(StrictRow(row)))
      return goesOn()
    }
    return values
  }

  func exists(_ sql: String, _ arguments: Arguments) throws -> Bool {
    try one(sql, arguments) { _ in true } ?? false
  }

  /// Of a statement that has one row with one number.
  func count(_ sql: String, _ arguments: Arguments) throws -> Int {
    try one(sql, arguments) { try $0.count(0) } ?? 0
  }

  /// A statement for `oneAlike`.
  /// - Parameters:
  ///   - sql: ends in a column that is 1.
  ///   - otherwise: the columns of the row that is made up, of the same types; the last is 0.
  static func orMadeUp(_ sql: String, _ otherwise: String) -> String {
    "\(sql) UNION ALL SELECT \(otherwise) LIMIT 1"
  }

  /// Looks a key up that a stranger may have chosen. Where there is no row, the statement makes one up,
  /// which is read like a found one and then dropped: so that how long it takes does not say whether
  /// there was one.
  /// - Parameters:
  ///   - sql: of `orMadeUp`.
  ///   - flag: the number of its last column.
  func oneAlike<Value>(
    _ sql: String, _ arguments: Arguments, flag: Int, _ make: (StrictRow<Damage>) throws -> Value
  ) throws -> Value? {
    try one(sql, arguments) { row in
      let value = try make(row)
      return try row.number(flag) == 1 ? value : nil
    } ?? nil
  }
}

/// Between columns and values.
enum Stored {
  static func blob(_ bytes: [UInt8]) -> [UInt8] { bytes }
  static func blob(_ value: some FixedBytes) -> [UInt8] { value.bytes }

  /// Times and counters never reach 2^63; what is meant as "never" is clamped there.
  static func integer(_ value: UInt64) -> Int64 { Int64(clamping: value) }
  static func integer(_ value: UInt64?) -> Int64? { value.map { Int64(clamping: $0) } }
}
