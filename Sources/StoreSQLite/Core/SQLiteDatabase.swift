import Foundation
import GRDB

/// One SQLite file that keeps what it acknowledges: the ground both stores stand on.
///
/// Every change is durable when `change` returns: the write-ahead log is synchronised at each commit
/// (`synchronous = FULL`), which is read back after opening. Changes that wait at the same moment
/// share one transaction, each in a savepoint of its own, so durability does not cost one
/// synchronisation per request. Neither changes nor reads run on Swift's cooperative threads, and
/// closures are synchronous: no `await` between looking and writing can be written down.
final class SQLiteDatabase: Sendable {
  private let pool: DatabasePool
  private let commits: GroupCommit
  private let lanes: ReadLanes
  private let checkpointer: Checkpointer

  /// Opens or creates the file, readable by its owner only, and brings its schema up to date.
  ///
  /// - Throws: `SQLiteFailure`, among them `notDurable` and `superseded`.
  init(
    path: String, migrations: [SQLiteMigration], options: SQLiteOptions = SQLiteOptions()
  ) throws {
    do {
      pool = try Self.open(path, options)
      try Self.migrate(pool, migrations)
      checkpointer = try Checkpointer(path: path, options: options)
    } catch {
      throw SQLiteFailure.describing(error)
    }
    commits = GroupCommit(pool: pool, checkpointer: checkpointer, options: options)
    lanes = ReadLanes(pool: pool, options: options)
  }

  /// Runs `body` inside a transaction and returns when what it wrote is durable.
  ///
  /// A `body` that throws leaves no trace and does not disturb the changes beside it. Use
  /// `Database.cachedStatement(sql:)` in it: preparing a statement costs more than running it.
  ///
  /// - Throws: what `body` threw, or `SQLiteFailure` when nothing can be said about the change
  ///   having happened: it did not.
  func change<Answer: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws -> Answer {
    try await changeAndErase { (try body($0), erases: false) }
  }

  /// The same for a `body` that says whether it deleted or replaced anything: then what was there is
  /// overwritten in the file and soon gone from the write-ahead log.
  func changeAndErase<Answer: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> (Answer, erases: Bool)
  ) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      commits.submit(
        PendingChange(
          run: { db in
            let (answer, erases) = try body(db)
            return {
              if erases { self.checkpointer.noteErasing() }
              continuation.resume(returning: answer)
            }
          },
          fail: { continuation.resume(throwing: $0) }))
    }
  }

  /// Runs `body` on a snapshot that contains every change acknowledged before the call.
  /// - Parameter group: whose read it is: those that wait take turns by group.
  func read<Answer: Sendable>(
    for group: String = "", _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      lanes.submit(
        PendingRead(
          run: { db in
            do {
              continuation.resume(returning: try body(db))
            } catch {
              continuation.resume(throwing: SQLiteFailure.describing(error))
            }
          },
          fail: { continuation.resume(throwing: $0) }), for: group)
    }
  }

  /// How often it committed, for metrics and tests.
  var statistics: CommitStatistics { commits.statistics }

  /// Changes that wait for the writer now, for metrics and tests.
  var waitingChanges: Int { commits.waitingChanges }

  /// Refuses what comes from now on, finishes what waits, and closes the file.
  func close() async throws {
    await commits.close()
    await lanes.close()
    try checkpointer.close()
    try pool.close()
  }
}
