/// A connection to an SQL engine, inside one transaction: the road that every look-up and every row of both stores
/// takes, whichever engine they stand on.
///
/// Statements are written in what SQLite and PostgreSQL have in common, with `?` (or `?1`, to name one twice) for an
/// argument. An engine prepares a text once for each connection, so texts are few and fixed; values are arguments.
public protocol SQLConnection {
  /// Runs a statement and hands its rows over, one after the other.
  ///
  /// - Parameter take: is given a row that is gone with the next one, and says whether it wants another. It may not
  ///   run a statement itself.
  /// - Throws: the engine's failure; what `take` throws.
  func each(
    _ sql: String, _ arguments: [(any SQLArgument)?], _ take: (any SQLRow) throws -> Bool) throws

  /// The same for rows that may be large and of which nobody knows how many are wanted: an engine behind a network has
  /// a few at a time sent, so that what is not wanted is not sent.
  func eachInPieces(
    _ sql: String, _ arguments: [(any SQLArgument)?], _ take: (any SQLRow) throws -> Bool) throws

  /// Runs a statement that has no rows.
  ///
  /// An engine behind a network may keep it back until the next look-up or the end of the change: then its failure comes
  /// from there, which is the same to a change, for one that throws anywhere leaves nothing.
  func run(_ sql: String, _ arguments: [(any SQLArgument)?]) throws
}

extension SQLConnection {
  public func eachInPieces(
    _ sql: String, _ arguments: [(any SQLArgument)?], _ take: (any SQLRow) throws -> Bool
  ) throws { try each(sql, arguments, take) }
}

/// What an argument of a statement may be; nil is no value.
public protocol SQLArgument {
  var sqlValue: SQLValue { get }
}

/// A value as both engines know it.
public enum SQLValue {
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])
}

extension Int64: SQLArgument { public var sqlValue: SQLValue { .integer(self) } }
extension Int: SQLArgument { public var sqlValue: SQLValue { .integer(Int64(self)) } }
/// Stored as 0 and 1.
extension Bool: SQLArgument { public var sqlValue: SQLValue { .integer(self ? 1 : 0) } }
extension Double: SQLArgument { public var sqlValue: SQLValue { .real(self) } }
extension String: SQLArgument { public var sqlValue: SQLValue { .text(self) } }
extension [UInt8]: SQLArgument { public var sqlValue: SQLValue { .bytes(self) } }

/// A row that a statement stands at. Columns are counted from 0 and read as exactly what they hold: where a column holds
/// something else, the answer is nil.
public protocol SQLRow {
  func isNull(_ index: Int) -> Bool
  func integer(_ index: Int) -> Int64?
  func real(_ index: Int) -> Double?
  func text(_ index: Int) -> String?
  /// A copy.
  func bytes(_ index: Int) -> [UInt8]?
}
