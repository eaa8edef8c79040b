import GRDB
import Synchronization

/// The writer: takes what waits, runs each change in a savepoint of one shared transaction, commits
/// once, then answers everybody.
///
/// It runs on the connection's own serial queue, and only while something waits.
final class GroupCommit: Sendable {
  private struct State {
    var waiting: [PendingChange] = []
    var draining = false
    var closing = false
    var onDrained: [@Sendable () -> Void] = []
    var statistics = CommitStatistics()
  }

  private enum Admission { case refused, queued, first }

  private let state = Mutex(State())
  private let pool: DatabasePool
  private let checkpointer: Checkpointer
  private let options: SQLiteOptions

  init(pool: DatabasePool, checkpointer: Checkpointer, options: SQLiteOptions) {
    self.pool = pool
    self.checkpointer = checkpointer
    self.options = options
  }

  var statistics: CommitStatistics { state.withLock(\.statistics) }

  var waitingChanges: Int { state.withLock(\.waiting.count) }

  func submit(_ change: PendingChange) {
    let admission: Admission = state.withLock { state in
      guard !state.closing, state.waiting.count < options.waitingChanges else { return .refused }
      state.waiting.append(change)
      defer { state.draining = true }
      return state.draining ? .queued : .first
    }
    switch admission {
    case .refused: change.fail(SQLiteFailure(.unavailable))
    case .queued: break
    case .first: pool.asyncWriteWithoutTransaction { self.drain($0) }
    }
  }

  /// Returns when what was waiting has been answered; nothing is admitted any more.
  func close() async {
    await withCheckedContinuation { continuation in
      let idle = state.withLock { state in
        state.closing = true
        if state.draining { state.onDrained.append { continuation.resume() } }
        return !state.draining
      }
      if idle { continuation.resume() }
    }
  }

  private func drain(_ db: Database) {
    while let batch = takeBatch() {
      commit(batch, db)
      checkpointer.noteChanges(batch.count)
    }
  }

  /// Nil when nothing waits: from then on the next change starts a new drain.
  private func takeBatch() -> [PendingChange]? {
    let (batch, finished) = state.withLock { state -> ([PendingChange], [@Sendable () -> Void]) in
      let batch = Array(state.waiting.prefix(options.changesPerTransaction))
      state.waiting.removeFirst(batch.count)
      guard batch.isEmpty else { return (batch, []) }
      state.draining = false
      defer { state.onDrained = [] }
      return ([], state.onDrained)
    }
    for resume in finished { resume() }
    return batch.isEmpty ? nil : batch
  }

  private func commit(_ batch: [PendingChange], _ db: Database) {
    var transaction = SharedTransaction(batch)
    let answers = transaction.perform(db)
    state.withLock { state in
      state.statistics.transactions += 1
      state.statistics.changes += batch.count
      state.statistics.largestBatch = max(state.statistics.largestBatch, batch.count)
    }
    for answer in answers { answer() }
  }
}
