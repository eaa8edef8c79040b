public import RecordDomain
import StoreSQL

/// Records lie in the collaboration server's schema, so that who may see one and the record are one transaction.
extension PostgresCollaborationStore: RecordStore {
  public func changeRecords<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any RecordReader) throws -> RecordDecision<Answer>
  ) async throws -> Answer {
    try await Self.describing {
      try await database.change(for: group) { try $0.make(decide).answer }
    }
  }

  public func readRecords<Answer: Sendable>(
    for group: String, _ look: @escaping @Sendable (any RecordReader) throws -> Answer
  ) async throws -> Answer {
    try await Self.describing {
      try await database.read(for: group) { try look($0.records) }
    }
  }
}
