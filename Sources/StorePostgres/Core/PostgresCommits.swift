import Dispatch
import StoreSQL
import Synchronization

/// The writer: takes what waits, runs each change in a savepoint of one shared transaction, commits once, then answers
/// everybody. It has a thread and a connection of its own, and runs only while something waits.
///
/// It takes in turns from those who wait, so that somebody with one change waits for a few of everybody's and not for the
/// thousands of one.
final class PostgresCommits: Sendable {
  private struct State {
    var waiting = FairQueue<PendingChange<PostgresConnection>>()
    var draining = false
    var closing = false
    var onDrained: [@Sendable () -> Void] = []
    var statistics = PostgresStatistics()
  }

  private enum Admission { case refused, queued, first }

  private let state = Mutex(State())
  private let session: WriterSession
  private let options: PostgresOptions
  private let queue = DispatchQueue(label: "grove.postgres.write")

  init(_ session: WriterSession, _ options: PostgresOptions) {
    self.session = session
    self.options = options
  }

  var statistics: PostgresStatistics { state.withLock(\.statistics) }
  var waitingChanges: Int { state.withLock(\.waiting.count) }

  /// - Parameter group: whose change it is. Those of one group are made in their order.
  func submit(_ change: PendingChange<PostgresConnection>, for group: String) {
    let admission: Admission = state.withLock { state in
      guard !state.closing, state.waiting.count < options.waitingChanges,
        state.waiting.count(of: group) < options.waitingChangesPerGroup
      else { return .refused }
      state.waiting.append(change, for: group)
      defer { state.draining = true }
      return state.draining ? .queued : .first
    }
    switch admission {
    case .refused: change.fail(PostgresFailure(.unavailable))
    case .queued: break
    case .first: queue.async { self.drain() }
    }
  }

  /// A small durable write on the writer's connection.
  func probe() async throws {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Result { try self.session.probe() }.mapError(Self.outside))
      }
    }
  }

  private static func outside(_ error: any Error) -> any Error {
    (error as? PostgresFailure)?.outside ?? error
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
    await withCheckedContinuation { continuation in
      queue.async {
        self.session.end()
        continuation.resume()
      }
    }
  }

  private func drain() {
    while let batch = takeBatch() {
      var commit = GroupCommit(batch, session, options)
      let answers = commit.run()
      note(commit, of: batch.count)
      for answer in answers { answer() }
    }
  }

  /// Nil when nothing waits: from then on the next change starts a new drain.
  private func takeBatch() -> [FairQueue<PendingChange<PostgresConnection>>.Taken]? {
    let (batch, finished) = state.withLock {
      state -> ([FairQueue<PendingChange<PostgresConnection>>.Taken], [@Sendable () -> Void]) in
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

  private func note(_ commit: GroupCommit, of size: Int) {
    let made = size - commit.rest.count
    state.withLock { state in
      for pace in commit.paces { state.waiting.note(pace.group, isSlow: pace.isSlow) }
      state.waiting.putBack(commit.rest)
      state.statistics.transactions += commit.transactions
      state.statistics.changes += made
      state.statistics.largestBatch = max(state.statistics.largestBatch, made)
      state.statistics.conflicts += commit.conflicts
      state.statistics.doubts += commit.doubts
      state.statistics.unknown += commit.unknown
      state.statistics.losses = session.losses
      state.statistics.statements = session.work.statements
      state.statistics.roundTrips = session.work.roundTrips
    }
    for fault in commit.faults { options.onFault(fault) }
  }
}
