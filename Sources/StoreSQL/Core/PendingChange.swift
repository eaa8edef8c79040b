/// A change that waits for the writer. Exactly one of the answer and the failure is delivered.
package struct PendingChange<Connection>: Sendable {
  /// Does the work and returns how to deliver the answer, which happens after the commit. May be called again where the
  /// transaction it was in was lost, or another change in it has failed.
  package let run: @Sendable (Connection) throws -> @Sendable () -> Void
  package let fail: @Sendable (any Error) -> Void

  package init(
    run: @escaping @Sendable (Connection) throws -> @Sendable () -> Void,
    fail: @escaping @Sendable (any Error) -> Void
  ) {
    self.run = run
    self.fail = fail
  }
}

/// A read that waits for a snapshot.
package struct PendingRead<Connection>: Sendable {
  /// Does the work and delivers its answer or error.
  package let run: @Sendable (Connection) -> Void
  /// Delivers a failure instead, when there is no snapshot to run on.
  package let fail: @Sendable (any Error) -> Void

  package init(
    run: @escaping @Sendable (Connection) -> Void, fail: @escaping @Sendable (any Error) -> Void
  ) {
    self.run = run
    self.fail = fail
  }
}

/// How many transactions the changes needed.
package struct CommitStatistics: Hashable, Sendable {
  package var transactions = 0
  package var changes = 0
  package var largestBatch = 0

  package init() {}
}
