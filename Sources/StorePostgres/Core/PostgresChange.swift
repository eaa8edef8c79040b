import StoreSQL

/// A change that waits for the writer. Exactly one of the answer and the failure is delivered.
struct PostgresChange: Sendable {
  /// Does the work and returns how to deliver the answer, which happens after the commit. It may be run several times,
  /// where others were in the way: it decides anew from what it finds.
  let run: @Sendable (any SQLConnection) throws -> @Sendable () -> Void
  let fail: @Sendable (any Error) -> Void
}

/// A read that waits for a snapshot. It may be run again on another connection.
struct PostgresRead: Sendable {
  let run: @Sendable (any SQLConnection) throws -> @Sendable () -> Void
  let fail: @Sendable (any Error) -> Void
}

/// What the writer has done since it began.
public struct PostgresStatistics: Hashable, Sendable {
  /// Transactions that were committed, the changes in them, and the most in one.
  public var transactions = 0
  public var changes = 0
  public var largestBatch = 0
  /// Transactions that were run again because a rival was in the way.
  public var conflicts = 0
  /// Connections of the writer that were lost; commits whose answer went with one, and of these, those of which nobody
  /// could say what became of them.
  public var losses = 0
  public var doubts = 0
  public var unknown = 0
  /// Statements that the writer sent, and times that it waited for an answer.
  public var statements = 0
  public var roundTrips = 0

  public init() {}
}
