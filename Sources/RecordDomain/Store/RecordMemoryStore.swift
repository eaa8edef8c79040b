public import CollaborationDomain
import Synchronization

/// Collaborations and records in memory, for simulations and tests.
public final class RecordMemoryStore: CollaborationStore, RecordStore {
  private let state = Mutex(RecordMemoryState())

  /// Empty.
  public init() {}

  /// Works on a copy, so a change that cannot be applied leaves nothing of those before it.
  public func changeRecords<Answer: Sendable>(
    for group: String = "",
    _ decide: @escaping @Sendable (any RecordReader) throws -> RecordDecision<Answer>
  ) async throws -> Answer {
    try state.withLock { state in
      let decision = try decide(state)
      var next = state
      let following = try ShareFollowing.changes(after: decision.changes, reading: state)
      for change in decision.changes + following { try next.apply(change) }
      state = next
      return decision.answer
    }
  }

  public func readRecords<Answer: Sendable>(
    for group: String = "", _ look: @escaping @Sendable (any RecordReader) throws -> Answer
  ) async throws -> Answer {
    let snapshot = state.withLock { $0 }
    return try look(snapshot)
  }

  public func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any CollaborationReader) throws -> Decision<Answer>
  ) async throws -> Answer {
    try await changeRecords { reader in
      let decision = try decide(reader.collaborations)
      return RecordDecision(
        decision.answer, changes: decision.changes.map(RecordChange.collaboration))
    }
  }

  public func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any CollaborationReader) throws -> Answer
  ) async throws -> Answer {
    try await readRecords { try look($0.collaborations) }
  }
}
