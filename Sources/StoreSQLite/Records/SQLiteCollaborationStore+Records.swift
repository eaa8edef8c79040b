import CollaborationDomain
public import RecordDomain

/// Records lie in the collaboration server's file, so that who may see one and the record are one transaction.
extension SQLiteCollaborationStore: RecordStore {
  public func changeRecords<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any RecordReader) throws -> RecordDecision<Answer>
  ) async throws -> Answer {
    do {
      return try await database.changeAndErase(for: group) { db in
        let rows = RecordRows(db)
        let decision = try decide(rows)
        let following = try ShareFollowing.changes(after: decision.changes, reading: rows)
        for change in decision.changes + following { try rows.apply(change) }
        return (decision.answer, decision.changes.contains(where: \.erases))
      }
    } catch {
      throw Self.describing(error)
    }
  }

  public func readRecords<Answer: Sendable>(
    for group: String, _ look: @escaping @Sendable (any RecordReader) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await database.read(for: group) { try look(RecordRows($0)) }
    } catch {
      throw Self.describing(error)
    }
  }
}

extension RecordChange {
  /// Whether rows go whose bytes must not stay behind.
  fileprivate var erases: Bool {
    switch self {
    case .collaboration(let change): change.erases
    case .removeRecord, .forgetContent, .forgetDeletions, .removeZone: true
    case .asset(.removeUploads): true
    case .putUser, .setClock, .putZone, .putRecord, .putDeletion, .putShare, .removeShare, .asset:
      false
    }
  }
}
