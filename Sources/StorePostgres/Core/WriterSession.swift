import StoreSQL

/// The writer's connection, and the row by which it is found out what became of a commit whose answer was lost.
///
/// Each connection has a row of its own in `groveWriter`. Every transaction writes its number there, and does not commit
/// where the row is not there or was closed. Whoever wants to know closes the row: that waits until the old transaction
/// has ended, or makes that it cannot commit any more; and says the number of the last one that did. This holds over a
/// crash and a change of servers too, after which numbers of transactions may be given out twice.
///
/// Sendable because: the writer's queue alone uses it.
final class WriterSession: @unchecked Sendable {
  private let address: PostgresAddress
  private let options: PostgresOptions
  private var connection: PostgresConnection?
  /// The connection's row.
  private var id: [UInt8] = []
  private var batch: Int64 = 0
  private(set) var losses = 0
  private var earlierWork = PostgresWork()

  /// - Parameter connection: an open one, whose schema is up to date.
  init(_ connection: PostgresConnection, _ address: PostgresAddress, _ options: PostgresOptions)
    throws
  {
    self.address = address
    self.options = options
    try adopt(connection)
  }

  /// Whether other nodes write the same rows all the time.
  var hasRivals: Bool { options.isNode }

  /// What was sent on all of its connections.
  var work: PostgresWork {
    var sum = earlierWork
    if let connection { sum += connection.work }
    return sum
  }

  /// The connection, or a new one where it has gone.
  /// - Throws: `PostgresFailure` where there is none to be had.
  func connected() throws -> PostgresConnection {
    if let connection, !connection.isBroken { return connection }
    drop()
    try adopt(PostgresConnection(address, options))
    return try connected()
  }

  private func drop() {
    guard let old = connection else { return }
    earlierWork += old.work
    losses += 1
    connection = nil
  }

  private func adopt(_ new: PostgresConnection) throws {
    try new.verify()
    try new.claim(options)
    var generator = SystemRandomNumberGenerator()
    let id = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    try new.alone {
      try new.run("DELETE FROM groveWriter WHERE at < now() - interval '7 days'", [])
      try new.run(
        "INSERT INTO groveWriter (id, batch, isClosed, at) VALUES (?, 0, false, now())", [id])
    }
    (self.id, batch, connection) = (id, 0, new)
  }

  /// What the next transaction is known by.
  struct Mark {
    fileprivate let id: [UInt8]
    fileprivate let batch: Int64
  }

  /// Writes the number of the transaction that is to be committed, as its last statement.
  ///
  /// Where there is no row to write, the statement divides by zero, and the transaction cannot be committed.
  func mark(on connection: PostgresConnection) throws -> Mark {
    batch += 1
    try connection.control(
      """
      WITH written AS (
        UPDATE groveWriter SET batch = ?, at = now() WHERE id = ? AND NOT isClosed RETURNING 1)
      SELECT 1 / count(*) FROM written
      """, [batch, id])
    return Mark(id: id, batch: batch)
  }

  /// Finds out whether a transaction was committed, and sees to it that it is not from now on.
  /// - Returns: nil where nobody can say.
  func wasCommitted(_ mark: Mark) -> Bool? {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(options.secondsInDoubt)
    var pause = Pause(milliseconds: 20)
    repeat {
      do {
        if let last = try close(mark.id) { return last >= mark.batch }
      } catch {
        pause.wait()
      }
    } while clock.now < end
    return nil
  }

  private func close(_ id: [UInt8]) throws -> Int64? {
    let connection = try connected()
    var last: Int64?
    try connection.alone {
      try connection.each(
        "UPDATE groveWriter SET isClosed = true, at = now() WHERE id = ? RETURNING batch", [id]
      ) { row in
        last = row.integer(0)
        return false
      }
    }
    // Only a row that nobody has written for a week is deleted: then nobody can say.
    guard last != nil else { throw PostgresFailure(.outcomeUnknown) }
    return last
  }

  /// A small durable write, which is read by nobody.
  func probe() throws {
    let connection = try connected()
    try connection.alone {
      try connection.run("UPDATE groveWriter SET at = now() WHERE id = ?", [id])
    }
  }

  func end() {
    if let connection, !connection.isBroken {
      // Harmless where it fails: it goes after a week.
      try? connection.alone { try connection.run("DELETE FROM groveWriter WHERE id = ?", [id]) }
    }
    connection = nil
  }
}
