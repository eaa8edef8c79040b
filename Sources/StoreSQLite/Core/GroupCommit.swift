import GRDB
import StoreSQL
import Synchronization

/// The writer: takes what waits, runs the changes in one shared transaction, commits once, then answers everybody.
///
/// It runs on the connection's own serial queue, and only while something waits. It takes in turns from
/// those who wait, so that somebody with one change waits for a few of everybody's and not for the
/// thousands of one.
final class GroupCommit: Sendable {
  private struct State {
    var waiting = FairQueue<PendingChange<Database>>()
    var draining = false
    var closing = false
    /// A commit's outcome is not known: nothing is committed behind it until a probe has been.
    var isDoubtful = false
    var onDrained: [@Sendable () -> Void] = []
    var statistics = CommitStatistics()
  }

  private enum Admission { case refused, queued, first }

  private let state = Mutex(State())
  let pool: DatabasePool
  private let checkpointer: Checkpointer
  private let options: SQLiteOptions
  let path: String

  init(pool: DatabasePool, checkpointer: Checkpointer, path: String, options: SQLiteOptions) {
    self.pool = pool
    self.checkpointer = checkpointer
    self.path = path
    self.options = options
  }

  var statistics: CommitStatistics { state.withLock(\.statistics) }

  var waitingChanges: Int { state.withLock(\.waiting.count) }
  var waitingChangesLimit: Int { options.waitingChanges }

  /// - Parameter group: whose change it is. Those of one group are made in their order.
  func submit(_ change: PendingChange<Database>, for group: String = "") {
    let admission: Admission = state.withLock { state in
      guard !state.closing, !state.isDoubtful, state.waiting.count < options.waitingChanges,
        state.waiting.count(of: group) < options.waitingChangesPerGroup
      else { return .refused }
      state.waiting.append(change, for: group)
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

  /// A commit has been made behind the doubtful one.
  func settleDoubt() { state.withLock { $0.isDoubtful = false } }

  private func drain(_ db: Database) {
    while let batch = takeBatch() {
      commit(batch, db)
      checkpointer.noteChanges(batch.count)
    }
  }

  /// Nil when nothing waits: from then on the next change starts a new drain.
  private func takeBatch() -> [FairQueue<PendingChange<Database>>.Taken]? {
    let (batch, finished) = state.withLock {
      state -> ([FairQueue<PendingChange<Database>>.Taken], [@Sendable () -> Void]) in
      let batch = state.waiting.take(
        options.changesPerTransaction, perGroup: options.changesPerGroup)
      guard batch.isEmpty else { return (batch, []) }
      state.draining = false
      defer { state.onDrained = [] }
      return ([], state.onDrained)
    }
    for resume in finished { resume() }
    return batch.isEmpty ? nil : batch
  }

  private func commit(_ batch: [FairQueue<PendingChange<Database>>.Taken], _ db: Database) {
    // They were admitted before the doubt arose, and none of them has been begun.
    guard !state.withLock(\.isDoubtful) else {
      for change in batch { change.element.fail(SQLiteFailure(.unavailable)) }
      return
    }
    var transaction = SharedTransaction(batch, path: path, limit: options.changePace)
    let answers = transaction.perform(db)
    let isDoubtful = transaction.isDoubtful
    if isDoubtful { state.withLock { $0.isDoubtful = true } }
    if let fault = transaction.fault { options.onFault(fault) }
    let (rest, paces) = (transaction.rest, transaction.paces)
    let made = batch.count - rest.count
    state.withLock { state in
      for pace in paces { state.waiting.note(pace.group, isSlow: pace.isSlow) }
      state.waiting.putBack(rest)
      state.statistics.transactions += 1
      state.statistics.changes += made
      state.statistics.largestBatch = max(state.statistics.largestBatch, made)
    }
    for answer in answers { answer() }
  }
}
