public import DriveDomain
import StoreSQL

/// Drives lie in the collaboration server's file, so that whether an account may act and its files are one transaction.
extension SQLiteCollaborationStore: DriveStore {
  public func changeDrives<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any DriveReader) throws -> DriveDecision<Answer>
  ) async throws -> Answer {
    do {
      return try await database.changeAndErase(for: group) { try SQLiteConnection($0).make(decide) }
    } catch {
      throw Self.describing(error)
    }
  }

  public func readDrives<Answer: Sendable>(
    for group: String, _ look: @escaping @Sendable (any DriveReader) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await database.read(for: group) { try look(SQLiteConnection($0).drives) }
    } catch {
      throw Self.describing(error)
    }
  }
}
