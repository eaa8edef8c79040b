public import RecordDomain
import StoreSQL

/// Records lie in the collaboration server's file, so that who may see one and the record are one transaction.
extension SQLiteCollaborationStore: RecordStore {
  public func changeRecords<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any RecordReader) throws -> RecordDecision<Answer>
  ) async throws -> Answer {
    do {
      return try await database.changeAndErase(for: group) { try SQLiteConnection($0).make(decide) }
    } catch {
      throw Self.describing(error)
    }
  }

  public func readRecords<Answer: Sendable>(
    for group: String, _ look: @escaping @Sendable (any RecordReader) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await database.read(for: group) { try look(SQLiteConnection($0).records) }
    } catch {
      throw Self.describing(error)
    }
  }
}
