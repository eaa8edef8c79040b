import StoreSQL

/// Numbers of PostgreSQL's types (pg_type.dat), which never change.
enum PostgresType {
  static let none: UInt32 = 0
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let name: UInt32 = 19
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let oid: UInt32 = 26
  static let float4: UInt32 = 700
  static let float8: UInt32 = 701
  static let unknown: UInt32 = 705
  static let varchar: UInt32 = 1043
  static let numeric: UInt32 = 1700

  /// What a value is sent as; no value is of no type.
  static func of(_ value: SQLValue?) -> UInt32 {
    switch value {
    case nil: none
    case .integer: int8
    case .real: float8
    case .text: text
    case .bytes: bytea
    }
  }
}
