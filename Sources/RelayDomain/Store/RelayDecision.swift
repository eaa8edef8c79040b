/// What follows from a command: the rows to write, in order, and what to tell the caller.
///
/// Made by pure functions that read through a `RelayReader` inside the transaction that will also
/// apply the changes. A store may run such a function again, so nothing else may depend on it.
public struct RelayDecision<Answer: Sendable>: Sendable {
  public var changes: [RelayChange]
  public var answer: Answer

  public init(_ changes: [RelayChange] = [], answer: Answer) {
    self.changes = changes
    self.answer = answer
  }
}
