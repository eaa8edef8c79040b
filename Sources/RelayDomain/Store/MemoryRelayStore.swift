import Synchronization

/// The storage protocol in memory: for tests, demonstrations and the simulator. Forgets everything
/// with the process.
public final class MemoryRelayStore: RelayStore {
  private let state = Mutex(MemoryRelayState())

  /// Empty.
  public init() {}

  /// Works on a copy, so a change that cannot be applied leaves nothing of those before it.
  public func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any RelayReader) throws -> RelayDecision<Answer>
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

  /// Holds up changes for as long as `look` runs.
  public func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any RelayReader) throws -> Answer
  ) async throws -> Answer {
    try state.withLock { try look($0) }
  }
}
