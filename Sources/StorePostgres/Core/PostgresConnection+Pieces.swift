import StoreSQL

/// Large rows, a few at a time. libpq asks for all rows of a statement at once, and a server sends them whether they are
/// wanted or not: a page of a log that ends after 256 KiB would cost what its next 500 entries have. So such a statement
/// is a cursor, in the transaction that goes on anyway.
extension PostgresConnection {
  /// Rows of the first piece, and of each where one of the last was large.
  private static let fewRows = 8
  private static let manyRows = 64
  private static let largeRow = 4096

  func eachInPieces(
    _ sql: String, _ arguments: [(any SQLArgument)?], _ take: (any SQLRow) throws -> Bool
  ) throws {
    // Of its own for each text, because the statement that reads it is prepared with its columns.
    let cursor = cursorName(of: sql)
    try control("DECLARE \(cursor) NO SCROLL CURSOR FOR \(sql)", arguments)
    do {
      var rows = Self.fewRows
      while try piece(of: cursor, &rows, take) {}
    } catch  where !(error is PostgresFailure) {
      try control("CLOSE \(cursor)")
      throw error
    }
    try control("CLOSE \(cursor)")
  }

  /// - Returns: whether there may be more that is wanted.
  private func piece(of cursor: String, _ rows: inout Int, _ take: (any SQLRow) throws -> Bool)
    throws -> Bool
  {
    var (count, largest, isWanted) = (0, 0, true)
    try each("FETCH \(rows) FROM \(cursor)", []) { row in
      count += 1
      largest = max(largest, (row as? PostgresRow)?.size ?? 0)
      isWanted = try take(row)
      return isWanted
    }
    let isFull = count == rows
    rows = largest > Self.largeRow ? Self.fewRows : Self.manyRows
    return isWanted && isFull
  }
}
