import Synchronization

/// The storage protocol in memory, for simulations and tests. Several servers may share one, as
/// several nodes share a database.
public final class MemoryStore: CollaborationStore {
  private let state = Mutex(MemoryState())

  /// Empty.
  public init() {}

  /// Works on a copy, so a change that cannot be applied leaves nothing of those before it.
  public func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any CollaborationReader) throws -> Decision<Answer>
  ) async throws -> Answer {
    try state.withLock { state in
      let decision = try decide(state)
      var next = state
      for change in decision.changes { try next.apply(change) }
      state = next
      return decision.answer
    }
  }

  /// Looks at a copy, so it holds up no change.
  public func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any CollaborationReader) throws -> Answer
  ) async throws -> Answer {
    let snapshot = state.withLock { $0 }
    return try look(snapshot)
  }
}

/// The same rows as a value, for a store that keeps others beside them.
package struct MemoryRows: Sendable {
  private var state = MemoryState()

  /// Empty.
  package init() {}

  package var reader: any CollaborationReader { state }

  package mutating func apply(_ change: CollaborationChange) throws { try state.apply(change) }
}
