import StoreSQL

/// One run of one serializable transaction for several changes that do not know of each other.
///
/// A change that throws is rolled back to its savepoint and told so after the commit, for what it decided from holds only
/// then; the others go on. What the last one writes, its end and the commit go out together.
struct PostgresTransaction {
  typealias Taken = FairQueue<PendingChange<PostgresConnection>>.Taken

  private let batch: ArraySlice<Taken>
  private let session: WriterSession
  private let limit: Pace
  private var answers: [@Sendable () -> Void] = []
  /// How many of the batch were begun.
  private(set) var count = 0
  /// How long each group's last change took.
  private(set) var paces: [(group: String, isSlow: Bool)] = []
  /// Set when the commit was sent and may have happened.
  private(set) var mark: WriterSession.Mark?
  private var isCommitSent = false
  /// The changes that broke a rule of the schema in an earlier run, by place.
  private var violating: Set<Int>

  init(
    _ batch: ArraySlice<Taken>, _ session: WriterSession, limit: Pace, violating: Set<Int>
  ) {
    self.batch = batch
    self.session = session
    self.limit = limit
    self.violating = violating
  }

  /// What a run has come to.
  enum Outcome {
    /// To be called now, outside of the transaction.
    case committed([@Sendable () -> Void])
    case failed(PostgresFailure)
    /// The same changes are to be run again: a rival was in the way.
    case conflict(violating: Set<Int>)
    /// The connection went. Where there is a mark the commit may have happened; then these are the answers.
    case lost(WriterSession.Mark?, answers: [@Sendable () -> Void])
  }

  mutating func run() -> Outcome {
    do {
      let connection = try session.connected()
      do {
        try perform(on: connection)
        return .committed(answers)
      } catch {
        rollBack(connection)
        return outcome(error as? PostgresFailure ?? PostgresFailure(.unavailable))
      }
    } catch {
      // There is no connection to be had.
      return .failed(error as? PostgresFailure ?? PostgresFailure(.unavailable))
    }
  }

  private func outcome(_ failure: PostgresFailure) -> Outcome {
    switch failure.code {
    case .conflict: .conflict(violating: violating)
    case .lost: .lost(isCommitSent ? mark : nil, answers: answers)
    default: .failed(failure)
    }
  }

  private func rollBack(_ connection: PostgresConnection) {
    guard !connection.isBroken, connection.transaction != .none else { return }
    try? connection.control("ROLLBACK")
    try? connection.settle()
  }

  private mutating func perform(on connection: PostgresConnection) throws {
    connection.hasWritten = false
    try connection.control("BEGIN ISOLATION LEVEL SERIALIZABLE")
    var watch = PaceWatch(limit)
    while count < batch.count, !watch.isOver {
      let taken = batch[batch.startIndex + count]
      count += 1
      try run(taken.element, on: connection)
      paces.append((taken.group, watch.lap()))
    }
    if !isCommitSent { try commit(on: connection) }
  }

  /// - Throws: when the transaction as a whole is lost.
  private mutating func run(
    _ change: PendingChange<PostgresConnection>, on connection: PostgresConnection
  ) throws {
    try connection.control("SAVEPOINT change")
    do {
      let deliver = try change.run(connection)
      try connection.control("RELEASE change")
      answers.append(deliver)
      if count == batch.count {
        try commit(on: connection)
      } else {
        try connection.settle()
      }
    } catch {
      let failure = try leavingNoTrace(error, on: connection)
      answers.append { change.fail(failure) }
    }
  }

  /// Rolls back to the savepoint.
  /// - Returns: what the change is told.
  /// - Throws: where there is none any more.
  private mutating func leavingNoTrace(_ error: any Error, on connection: PostgresConnection) throws
    -> any Error
  {
    // What was kept back is done first: it may be what ends the transaction.
    for failure in [error as? PostgresFailure, connection.failureOfSettling()] {
      guard let failure else { continue }
      if failure.isFatal { throw failure }
      // A rival's row that this snapshot does not show looks like a broken rule: once it is looked at again.
      // Where several nodes write the same rows it may look so each time.
      if failure.mayBeRivals, violating.insert(count).inserted || session.hasRivals {
        throw PostgresFailure(.conflict)
      }
    }
    // A commit that failed; what stands behind another failure the server skips, the commit too.
    guard connection.transaction != .none else { throw error }
    isCommitSent = false
    if answers.count == count { answers.removeLast() }
    try connection.control("ROLLBACK TO change")
    try connection.control("RELEASE change")
    try connection.settle()
    return (error as? PostgresFailure)?.outside ?? error
  }

  private mutating func commit(on connection: PostgresConnection) throws {
    if connection.hasWritten { mark = try session.mark(on: connection) }
    isCommitSent = true
    try connection.control("COMMIT")
    do {
      try connection.settle()
    } catch let failure as PostgresFailure where failure.sqlState == "22012" {
      // There is no row for the mark any more: it needs another one, and nothing was committed.
      isCommitSent = false
      throw connection.abandoned()
    }
  }
}

extension PostgresConnection {
  /// Waits for what was kept back, where the failure is told already.
  fileprivate func failureOfSettling() -> PostgresFailure? {
    do {
      try settle()
      return nil
    } catch {
      return error as? PostgresFailure
    }
  }
}

extension PostgresFailure {
  /// Whether it ends a whole transaction.
  fileprivate var isFatal: Bool { code == .conflict || code == .lost }

  /// A unique key or a key of another row.
  fileprivate var mayBeRivals: Bool { ["23505", "23503"].contains(sqlState) }
}
