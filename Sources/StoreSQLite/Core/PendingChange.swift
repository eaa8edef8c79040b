import GRDB

/// A change that waits for the writer. Exactly one of the answer and the failure is delivered.
struct PendingChange: Sendable {
  /// Does the work and returns how to deliver the answer, which happens after the commit.
  let run: @Sendable (Database) throws -> @Sendable () -> Void
  let fail: @Sendable (any Error) -> Void
}

/// A read that waits for a snapshot.
struct PendingRead: Sendable {
  /// Does the work and delivers its answer or error.
  let run: @Sendable (Database) -> Void
  /// Delivers a failure instead, when there is no snapshot to run on.
  let fail: @Sendable (any Error) -> Void
}

/// How many transactions the changes needed.
struct CommitStatistics: Hashable, Sendable {
  var transactions = 0
  var changes = 0
  var largestBatch = 0
}
