import Dispatch
import GRDB
import Synchronization

/// Copies the write-ahead log back into the database on a connection and thread of its own, so that
/// no commit pays for it: an automatic checkpoint inside a commit is what makes its slowest
/// hundredth ten times slower.
///
/// A passive checkpoint never blocks the writer. While writers never pause it cannot reset the log;
/// then the writer's own limit (`wal_autocheckpoint`) does, with little left to copy.
///
/// What was deleted stays in the log until it is overwritten. So a while after a deletion the log is
/// cut to nothing, which holds up writers until the reads that go on have ended, for a moment at most.
final class Checkpointer: Sendable {
  private struct State {
    var changes = 0
    var running = false
    var isErasingDue = false
    /// Tries in a row to cut the log that have failed.
    var failedTries = 0
    var closed = false
  }

  /// Seconds that writers and the cutting of the log wait for each other and for reads.
  private static let patience = 0.1
  /// Milliseconds until it is tried again.
  private static let pause = 1000

  private let state = Mutex(State())
  private let connection: DatabaseQueue
  private let every: Int
  private let millisecondsBeforeErasing: Int
  private let timer = DispatchQueue(label: "grove.sqlite.erasing")
  private let path: String
  private let onFault: @Sendable (StoreFault) -> Void
  private let triesBeforeTelling: Int
  private let onHeldErasing: @Sendable (Int) -> Void

  init(path: String, options: SQLiteOptions) throws {
    every = options.changesPerCheckpoint
    millisecondsBeforeErasing = options.millisecondsBeforeErasing
    onFault = options.onFault
    triesBeforeTelling = options.triesBeforeTelling
    onHeldErasing = options.onHeldErasing
    self.path = path
    var configuration = Configuration()
    configuration.busyMode = .timeout(Self.patience)
    connection = try DatabaseQueue(path: path, configuration: configuration)
    try connection.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = FULL")
    }
  }

  func noteChanges(_ count: Int) {
    let due = state.withLock { state in
      state.changes += count
      guard state.changes >= every, !state.running, !state.closed else { return false }
      state.running = true
      state.changes = 0
      return true
    }
    guard due else { return }
    connection.asyncWriteWithoutTransaction { db in
      self.copyBack(db)
      self.state.withLock { $0.running = false }
    }
  }

  /// Called when a change that deleted has been committed.
  func noteErasing() { erase(after: millisecondsBeforeErasing) }

  /// One at a time: what is deleted until it begins goes with it.
  private func erase(after milliseconds: Int) {
    let isFirst = state.withLock { state in
      guard !state.isErasingDue, !state.closed else { return false }
      state.isErasingDue = true
      return true
    }
    guard isFirst else { return }
    timer.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      self?.eraseNow()
    }
  }

  private func eraseNow() {
    connection.asyncWriteWithoutTransaction { db in
      let isClosed = self.state.withLock { state in
        state.isErasingDue = false
        return state.closed
      }
      guard !isClosed else { return }
      do {
        // Most of it is copied without holding anybody up.
        try db.checkpoint(.passive)
        try db.checkpoint(.truncate)
        self.state.withLock { $0.failedTries = 0 }
      } catch {
        self.tell(error, db)
        self.erase(after: Self.pause)
      }
    }
  }

  /// What was promised to be gone is still there: a disk that refuses is told at once, a read that
  /// holds the log when it has done so for a while.
  private func tell(_ error: any Error, _ db: Database) {
    if let fault = StoreFault(error, on: db, path: path) { onFault(fault) }
    let tries = state.withLock { state in
      state.failedTries += 1
      return state.failedTries
    }
    if tries.isMultiple(of: triesBeforeTelling) { onHeldErasing(tries) }
  }

  /// One that fails loses nothing: the log stays what counts, and the next one copies all of it
  /// again. But a disk that cannot take it will soon take nothing, so it is told.
  private func copyBack(_ db: Database) {
    do {
      try db.checkpoint(.passive)
    } catch {
      // Busy, which is no fault, only means that the writer is doing the same.
      if let fault = StoreFault(error, on: db, path: path) { onFault(fault) }
    }
  }

  /// Copies the log back now.
  /// - Throws: where the disk does not take it.
  func probe() async throws {
    try await connection.writeWithoutTransaction { db in
      do {
        try db.checkpoint(.passive)
      } catch {
        guard let fault = StoreFault(error, on: db, path: self.path) else { return }
        throw fault
      }
    }
  }

  func close() throws {
    state.withLock { $0.closed = true }
    try connection.close()
  }
}
