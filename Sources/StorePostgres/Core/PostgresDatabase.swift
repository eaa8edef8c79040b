import Logging
import StoreSQL

/// One schema of a PostgreSQL database that keeps what it acknowledges: the ground both stores stand on, as
/// `SQLiteDatabase` is on one machine.
///
/// Every change is durable when `change` returns, which is asked of the server and not taken for granted. Changes that
/// wait at the same moment share one serializable transaction, each in a savepoint of its own. Neither changes nor reads
/// run on Swift's cooperative threads, and closures are synchronous. Other nodes may work on the same schema.
///
/// What is deleted is gone for every question; the bytes go when PostgreSQL cleans its tables and its log by itself.
final class PostgresDatabase: Sendable {
  private let commits: PostgresCommits
  private let readers: PostgresReaders
  private let options: PostgresOptions

  /// Connects and brings the schema up to date. Blocks for as long as that takes.
  ///
  /// - Throws: `PostgresFailure`.
  init(_ address: PostgresAddress, migrations: [PostgresMigration], options: PostgresOptions) throws
  {
    do {
      let connection = try PostgresConnection(address, options)
      try connection.verify()
      for warning in connection.warnings() { options.logger.warning("\(warning)") }
      try connection.migrate(migrations, schema: options.schema)
      let session = try WriterSession(connection, address, options)
      commits = PostgresCommits(session, options)
    } catch let failure as PostgresFailure {
      throw failure.outside
    }
    readers = PostgresReaders(address, options)
    self.options = options
  }

  /// Runs `body` inside a transaction and returns when what it wrote is durable. It may be run several times.
  ///
  /// - Parameter group: whose change it is: those that wait take turns by group.
  /// - Throws: what `body` threw, which leaves no trace; or `PostgresFailure`: the change did not happen, except with
  ///   `outcomeUnknown`, where nobody can say.
  func change<Answer: Sendable>(
    for group: String = "", _ body: @escaping @Sendable (any SQLConnection) throws -> Answer
  ) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      commits.submit(
        PendingChange(
          run: { connection in
            let answer = try body(connection)
            return { continuation.resume(returning: answer) }
          },
          fail: { continuation.resume(throwing: $0) }), for: group)
    }
  }

  /// Runs `body` on a snapshot that contains every change acknowledged before the call.
  func read<Answer: Sendable>(
    for group: String = "", _ body: @escaping @Sendable (any SQLConnection) throws -> Answer
  ) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      readers.submit(
        PendingChange(
          run: { connection in
            let answer = try body(connection)
            return { continuation.resume(returning: answer) }
          },
          fail: { continuation.resume(throwing: $0) }), for: group)
    }
  }

  /// A small durable write.
  func probe() async throws { try await commits.probe() }

  var statistics: PostgresStatistics { commits.statistics }
  var waitingChanges: (now: Int, limit: Int) { (commits.waitingChanges, options.waitingChanges) }

  /// Refuses what comes from now on, finishes what waits, and closes the connections.
  func close() async {
    await commits.close()
    await readers.close()
  }
}
