import Foundation
import GRDB
import StoreSQL

/// One SQLite file that keeps what it acknowledges: the ground both stores stand on.
///
/// Every change is durable when `change` returns: the write-ahead log is synchronised at each commit
/// (`synchronous = FULL`), which is read back after opening. Changes that wait at the same moment
/// share one transaction, so durability does not cost one synchronisation per request. Neither changes nor reads run on
/// Swift's cooperative threads, and closures are synchronous: no `await` between looking and writing can be written down.
final class SQLiteDatabase: Sendable {
  private let pool: DatabasePool
  private let commits: GroupCommit
  private let readers: ReaderPool
  private let checkpointer: Checkpointer
  private let path: String
  private let onFault: @Sendable (StoreFault) -> Void

  /// Opens or creates the file, readable by its owner only, and brings its schema up to date.
  ///
  /// - Throws: `StoreFault` where the disk refuses; `SQLiteFailure`, among them `notDurable` and
  ///   `superseded`.
  init(
    path: String, migrations: [SQLiteMigration], options: SQLiteOptions = SQLiteOptions()
  ) throws {
    do {
      if options.isAlone { try WriteAheadLogRewriting.run(path) }
      pool = try Self.open(path, options)
      try Self.migrate(pool, migrations)
      checkpointer = try Checkpointer(path: path, options: options)
    } catch {
      throw StoreFault(error, path: path) ?? SQLiteFailure.describing(error)
    }
    self.path = path
    onFault = options.onFault
    commits = GroupCommit(pool: pool, checkpointer: checkpointer, path: path, options: options)
    readers = ReaderPool(pool: pool, path: path, options: options)
  }

  /// Runs `body` inside a transaction and returns when what it wrote is durable.
  ///
  /// A `body` that throws leaves no trace, and the changes beside it are made. It may be run twice. Use
  /// `Database.cachedStatement(sql:)` in it: preparing a statement costs more than running it.
  ///
  /// - Parameter group: whose change it is: those that wait take turns by group.
  /// - Throws: what `body` threw, or `SQLiteFailure`: the change did not happen, except with
  ///   `outcomeUnknown`, where nobody can say.
  func change<Answer: Sendable>(
    for group: String = "", _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws -> Answer {
    try await changeAndErase(for: group) { (try body($0), erases: false) }
  }

  /// The same for a `body` that says whether it deleted or replaced anything: then what was there is
  /// overwritten in the file and soon gone from the write-ahead log.
  func changeAndErase<Answer: Sendable>(
    for group: String = "", _ body: @escaping @Sendable (Database) throws -> (Answer, erases: Bool)
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
          fail: { continuation.resume(throwing: $0) }), for: group)
    }
  }

  /// Runs `body` on a snapshot that contains every change acknowledged before the call.
  /// - Parameter group: whose read it is: those that wait take turns by group.
  func read<Answer: Sendable>(
    for group: String = "", _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      readers.submit(
        PendingRead(
          run: { db in
            do {
              continuation.resume(returning: try body(db))
            } catch {
              if let fault = StoreFault(error, on: db, path: self.path) { self.onFault(fault) }
              continuation.resume(throwing: SQLiteFailure.describing(error))
            }
          },
          fail: { continuation.resume(throwing: $0) }), for: group)
    }
  }

  /// A small durable write, and the log copied back: whether the disk takes both. Where a commit's
  /// outcome is not known, this is the commit that decides: it takes the place of the doubtful one in
  /// the log, which thereby has not happened, and changes are admitted again.
  ///
  /// - Throws: `StoreFault`, or `SQLiteFailure`.
  func probe() async throws {
    try await commits.probe()
    try await checkpointer.probe()
  }

  /// How often it committed, for metrics and tests.
  var statistics: CommitStatistics { commits.statistics }

  /// Changes that wait for the writer now, for metrics and tests.
  var waitingChanges: Int { commits.waitingChanges }
  var waitingChangesLimit: Int { commits.waitingChangesLimit }

  /// Refuses what comes from now on, finishes what waits, and closes the file.
  func close() async throws {
    await commits.close()
    await readers.close()
    try checkpointer.close()
    try pool.close()
  }
}
