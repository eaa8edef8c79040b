/// A connection on which several changes share a transaction.
package protocol WriterConnection: SQLConnection {
  /// What begins a transaction that writes.
  static var begin: String { get }
  /// Whether the engine has not ended the transaction by itself, as it may after an error.
  var isInsideTransaction: Bool { get }
  /// Ends the transaction; harmless where there is none.
  func rollBack()
  /// Whether after this error, thrown inside a savepoint, the transaction may go on without that change.
  func isOfOneChange(_ error: any Error) -> Bool
}

/// One transaction for several changes that do not know of each other.
///
/// A change that throws is rolled back to its savepoint and told so; the others go on. When the
/// transaction itself is lost (a full disk, an input/output error, a failed commit), every change in
/// it fails: none may be told that it is durable. Whether none of them is there, or nobody can say,
/// depends on where it failed: before the commit nothing has happened, afterwards the engine says (decision 0023).
///
/// It ends early once it has taken long: what it was not begun with then waits for the next one.
package struct SharedTransaction<Connection: WriterConnection> {
  package typealias Batch = [FairQueue<PendingChange<Connection>>.Taken]

  package enum End {
    case committed
    /// - Parameter isCommitting: whether the commit had been begun.
    case lost(any Error, isCommitting: Bool)
  }

  private let batch: Batch
  private let limit: Pace
  /// What was begun: how to answer it after a commit, or what it threw.
  private var outcomes: [Result<@Sendable () -> Void, any Error>] = []
  /// How long each group's last change took.
  package private(set) var paces: [(group: String, isSlow: Bool)] = []

  package init(_ batch: Batch, limit: Pace) {
    self.batch = batch
    self.limit = limit
  }

  /// What was not begun, because others took long.
  package var rest: Batch { Array(batch[outcomes.count...]) }

  /// What is to be called after a commit, outside of the transaction: answers, and failures of changes that threw.
  /// - Parameter describe: an engine's error as its callers know it.
  package func answers(_ describe: (any Error) -> any Error) -> [@Sendable () -> Void] {
    zip(batch, outcomes).map { change, outcome in
      switch outcome {
      case .success(let deliver): deliver
      case .failure(let error): Self.failing(change.element.fail, describe(error))
      }
    }
  }

  /// What is to be called where it was lost and is not tried again: what threw by itself is told that, everything else
  /// the failure.
  package func failures(_ failure: any Error, _ describe: (any Error) -> any Error)
    -> [@Sendable () -> Void]
  {
    batch.indices.map { index in
      let fail = batch[index].element.fail
      if index < outcomes.count, case .failure(let error) = outcomes[index] {
        return Self.failing(fail, describe(error))
      }
      return Self.failing(fail, failure)
    }
  }

  private static func failing(
    _ fail: @escaping @Sendable (any Error) -> Void, _ failure: any Error
  ) -> @Sendable () -> Void {
    { fail(failure) }
  }

  /// - Parameter note: told of each error while the engine still knows what was behind it.
  package mutating func perform(_ connection: Connection, note: (any Error) -> Void) -> End {
    var isCommitting = false
    do {
      try connection.run(Connection.begin, [])
      var watch = PaceWatch(limit)
      while outcomes.count < batch.count, !watch.isOver {
        let change = batch[outcomes.count]
        outcomes.append(try run(change.element, connection, note))
        paces.append((change.group, watch.lap()))
      }
      isCommitting = true
      try connection.run("COMMIT", [])
      return .committed
    } catch {
      // Asked first: a rollback would put its own result in its place.
      note(error)
      connection.rollBack()
      return .lost(error, isCommitting: isCommitting)
    }
  }

  /// - Returns: the failure where the change threw and left no trace.
  /// - Throws: when the transaction as a whole is lost.
  private func run(
    _ change: PendingChange<Connection>, _ connection: Connection, _ note: (any Error) -> Void
  ) throws -> Result<@Sendable () -> Void, any Error> {
    try connection.run("SAVEPOINT change", [])
    do {
      let deliver = try change.run(connection)
      try connection.run("RELEASE SAVEPOINT change", [])
      return .success(deliver)
    } catch {
      note(error)
      // Some errors end the whole transaction inside the engine: then there is no savepoint any more.
      guard connection.isInsideTransaction, connection.isOfOneChange(error) else { throw error }
      try connection.run("ROLLBACK TO SAVEPOINT change", [])
      try connection.run("RELEASE SAVEPOINT change", [])
      return .failure(error)
    }
  }
}
