/// What follows from a command: the rows to write, in order, and what to tell the caller.
///
/// Made by pure functions that read through a `RelayReader` inside the transaction that will also
/// apply the changes. A store may run such a function again, so nothing else may depend on it.
public struct RelayDecision<Answer: Sendable>: Sendable {
  /// Row-level writes, applied in order in the transaction that read the rows.
  public var changes: [RelayChange]
  /// What the caller is told once the changes are durable.
  public var answer: Answer

  /// Without changes: a refusal, or a retry of what was done before.
  public init(_ changes: [RelayChange] = [], answer: Answer) {
    self.changes = changes
    self.answer = answer
  }
}
