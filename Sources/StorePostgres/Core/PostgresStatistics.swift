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
