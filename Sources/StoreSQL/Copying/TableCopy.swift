/// Copies a table from one engine into another, in steps each of which is a transaction of whoever calls; begun again, it
/// goes on behind the last row that is there.
package struct TableCopy {
  /// Rows of one step, and about so many bytes at most.
  private static let stepRows = 2000
  private static let stepBytes = 8 << 20

  private let table: StoredTable
  private let source: any SQLConnection

  /// - Parameter source: one snapshot for all steps.
  package init(_ table: StoredTable, from source: any SQLConnection) {
    self.table = table
    self.source = source
  }

  /// The next rows.
  /// - Returns: how many there were; 0: all have been copied.
  package func step(into target: any SQLConnection) throws -> Int {
    let last = try table.lastKey(in: target)
    var (rows, bytes): ([[SQLValue?]], Int) = ([], 0)
    // Read before they are written: a connection that hands over rows runs nothing else.
    try table.rows(after: last, limit: Self.stepRows, in: source) { row in
      rows.append(row)
      bytes += row.reduce(0) { $0 + ($1?.size ?? 0) }
      return bytes < Self.stepBytes
    }
    for row in rows { try table.insert(row, into: target) }
    return rows.count
  }

  /// What a table comes to. Reads all of it, a step at a time, because a server gives long statements up.
  ///
  /// - Parameter onStep: told the number of rows so far.
  package static func digest(
    _ table: StoredTable, in connection: any SQLConnection, onStep: (Int) -> Void = { _ in }
  ) throws -> TableDigest {
    var digest = TableDigest()
    var last: [SQLValue] = []
    var isAtEnd = false
    while !isAtEnd {
      var count = 0
      try table.rows(after: last, limit: stepRows, in: connection) { row in
        digest.add(row)
        last = table.key(of: row)
        count += 1
        return true
      }
      isAtEnd = count == 0
      onStep(digest.rows)
    }
    return digest
  }
}
