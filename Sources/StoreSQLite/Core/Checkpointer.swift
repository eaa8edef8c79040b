import GRDB
import Synchronization

/// Copies the write-ahead log back into the database on a connection and thread of its own, so that
/// no commit pays for it: an automatic checkpoint inside a commit is what makes its slowest
/// hundredth ten times slower.
///
/// A passive checkpoint never blocks the writer. While writers never pause it cannot reset the log;
/// then the writer's own limit (`wal_autocheckpoint`) does, with little left to copy.
final class Checkpointer: Sendable {
  private struct State {
    var changes = 0
    var running = false
    var closed = false
  }

  private let state = Mutex(State())
  private let connection: DatabaseQueue
  private let every: Int

  init(path: String, every: Int) throws {
    self.every = every
    connection = try DatabaseQueue(path: path)
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
      // Busy only means that the writer is doing the same; the next one will come.
      _ = try? db.checkpoint(.passive)
      self.state.withLock { $0.running = false }
    }
  }

  func close() throws {
    state.withLock { $0.closed = true }
    try connection.close()
  }
}
