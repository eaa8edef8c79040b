public import DriveDomain
import StoreSQL

/// Drives lie in the collaboration server's schema, so that whether an account may act and its files are one transaction.
extension PostgresCollaborationStore: DriveStore {
  public func changeDrives<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any DriveReader) throws -> DriveDecision<Answer>
  ) async throws -> Answer {
    try await Self.describing {
      try await database.change(for: group) { try $0.make(decide).answer }
    }
  }

  public func readDrives<Answer: Sendable>(
    for group: String, _ look: @escaping @Sendable (any DriveReader) throws -> Answer
  ) async throws -> Answer {
    try await Self.describing {
      try await database.read(for: group) { try look($0.drives) }
    }
  }
}
