import CollaborationDomain
public import DriveDomain

/// Drives lie in the collaboration server's file, so that whether an account may act and its files are one transaction.
extension SQLiteCollaborationStore: DriveStore {
  public func changeDrives<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any DriveReader) throws -> DriveDecision<Answer>
  ) async throws -> Answer {
    do {
      return try await database.changeAndErase(for: group) { db in
        let rows = DriveRows(db)
        let decision = try decide(rows)
        for change in decision.changes { try rows.apply(change) }
        return (decision.answer, decision.changes.contains(where: \.erases))
      }
    } catch {
      throw Self.describing(error)
    }
  }

  public func readDrives<Answer: Sendable>(
    for group: String, _ look: @escaping @Sendable (any DriveReader) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await database.read(for: group) { try look(DriveRows($0)) }
    } catch {
      throw Self.describing(error)
    }
  }
}

extension DriveChange {
  /// Whether rows go whose bytes must not stay behind.
  fileprivate var erases: Bool {
    switch self {
    case .collaboration(let change): change.erases
    case .removeDrive, .removeNode, .removeVersion, .putProperty, .removeProperty, .removeLock,
      .removeShare, .removeUpload, .removeUploads, .removePassword:
      true
    case .putDrive, .putNode, .putVersion, .putLock, .putShare, .putFile, .removeFile, .keepFile,
      .putUpload, .putPassword:
      false
    }
  }
}
