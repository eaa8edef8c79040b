import Synchronization

/// The storage protocol in memory: for tests of rules and for a simulator. Forgets everything with
/// the process.
package final class MemoryMessengerStore: MessengerStore {
  private let state = Mutex(MemoryMessengerState())

  package init() {}

  package func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any MessengerReader) throws -> MessengerDecision<Answer>
  ) async throws -> Answer {
    try state.withLock { state in
      let decision = try decide(state)
      // On a copy, so that a change that cannot be applied leaves nothing of those before it.
      var next = state
      for change in decision.changes { try next.apply(change) }
      state = next
      return decision.answer
    }
  }

  package func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any MessengerReader) throws -> Answer
  ) async throws -> Answer {
    try state.withLock { try look($0) }
  }

  package func readNow<Answer>(_ look: (any MessengerReader) throws -> Answer) throws -> Answer {
    let now = state.withLock { $0 }
    return try look(now)
  }
}
