import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire

extension DriveFileHandler {
  /// It is shared as before. Whoever was started anew since does not know how that was, and takes back only what nobody
  /// has used.
  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer {
    do {
      let account = try await account(cancellation.metadata, cancellation.collaborationID)
      guard let id = try await made(cancellation, account) else { return .fulfilled() }
      try await restore(id, drive.desk.before(cancellation.startActionID), account)
      drive.desk.forget(cancellation.startActionID)
      return .fulfilled()
    } catch {
      let error = GroveDriveError(any: error)
      // Gone already is what was asked for.
      return error == .noFile ? .fulfilled() : .failed(reason: error.clause)
    }
  }

  /// What the start made; also where nobody heard its answer.
  private func made(_ cancellation: ShareCancellation, _ account: DriveAccount) async throws
    -> CollaborationID?
  {
    if let id = cancellation.collaborationID { return id }
    guard let name = DriveFileName(cancellation.metadata.localIdentifier) else { return nil }
    return try await account.share(at: name.path)?.collaborationID
  }

  private func restore(
    _ id: CollaborationID, _ before: DriveShareDesk.Before?, _ account: DriveAccount
  ) async throws {
    switch before {
    case .shared(let terms):
      _ = try await account.client.changeDriveShare(id, to: terms)
    case .notShared:
      // A link that lets everybody in counts as used from the beginning: whether somebody is in says the list.
      let people = try await account.client.participants(of: id).participants
      _ = try await account.client.endCollaboration(id, ifUnused: !people.isEmpty)
      account.forget(id)
    case nil: _ = try await account.client.endCollaboration(id, ifUnused: true)
    }
  }
}
