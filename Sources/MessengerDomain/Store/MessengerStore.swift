/// Where a device keeps everything but its keys: one decision, one transaction (design 4).
///
/// `change` runs `decide` against the committed state, applies its changes in order and answers only
/// when they are durable. `decide` is never run beside another one.
package protocol MessengerStore: Sendable {
  /// - Throws: `MessengerStoreError`, or what `decide` threw; then nothing has been written.
  func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any MessengerReader) throws -> MessengerDecision<Answer>
  ) async throws -> Answer

  /// A look at one committed state.
  func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any MessengerReader) throws -> Answer
  ) async throws -> Answer

  /// The same on the calling thread, which waits. Nothing it waits for needs another thread of the
  /// concurrency runtime, so it cannot be what it waits for.
  func readNow<Answer>(_ look: (any MessengerReader) throws -> Answer) throws -> Answer
}

/// What follows from something that happened: the rows to write, in order, and the answer.
///
/// Made by pure functions that read through a `MessengerReader`; they take time and random bytes as
/// parameters.
package struct MessengerDecision<Answer: Sendable>: Sendable {
  package var changes: [MessengerChange]
  package var answer: Answer

  package init(_ changes: [MessengerChange] = [], answer: Answer) {
    self.changes = changes
    self.answer = answer
  }
}

extension MessengerDecision where Answer == Void {
  package init(_ changes: [MessengerChange]) { self.init(changes, answer: ()) }
}

/// Why the database could not answer.
package enum MessengerStoreError: Error, Hashable, Sendable {
  case unavailable
  /// A row that this program did not write, or that has changed since.
  case corrupt(String)
  /// Written by a newer version.
  case superseded
}
