import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import SharedWithYouCore

/// Answers the messenger's actions about record shares, in the place of the app (decision 0015): saves how they are
/// shared, makes the recipients' identities their participants, tells the observers.
struct RecordShareHandler: SystemActionHandler {
  let cloud: GroveCloud

  func answers(_ metadata: CollaborationMetadata, _ collaborationID: CollaborationID?) async -> Bool
  {
    if SharedRecordName(metadata.localIdentifier) != nil { return true }
    // Shared on another device of this person: only the server knows what it is.
    guard metadata.localIdentifier.isEmpty, let collaborationID else { return false }
    return (try? await cloud.client().recordShare(collaborationID)) != nil
  }

  // MARK: Start

  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer {
    do {
      let share = try await share(action.metadata)
      try await save(share.share, action, in: share.container)
      guard let link = share.share.url, let id = share.share.collaborationID else {
        throw CKError(.unknownItem, "The share was not saved.")
      }
      return .fulfilled(link: link.absoluteString, collaborationID: id)
    } catch {
      return .failed(reason: Self.sentence(error))
    }
  }

  private func share(_ metadata: CollaborationMetadata) async throws -> (
    share: CKShare, container: CKContainer
  ) {
    guard let name = SharedRecordName(metadata.localIdentifier) else {
      throw CKError(.unknownItem, "This is no share of records.")
    }
    if let id = name.offer { return try await prepared(id) }
    let container = cloud.container(name.container)
    guard let id = name.shareID else { throw CKError(.unknownItem, "This is no share of records.") }
    do {
      guard let share = try await container.privateCloudDatabase.record(for: id) as? CKShare else {
        throw CKError(.unknownItem, "The record is not shared any more.")
      }
      return (share, container)
    } catch {
      let error = Self.error(error)
      cloud.shares.tellSaved(id, .failure(error), in: name.container)
      throw error
    }
  }

  /// What the app's handler saves; the same when it is asked again.
  private func prepared(_ id: String) async throws -> (share: CKShare, container: CKContainer) {
    guard let (offer, known) = cloud.shares.offer(id), case .prepared(let prepare) = offer.content
    else {
      throw CKError(.unknownItem, "This was offered too long ago: share it again from the app.")
    }
    if let known { return (known, offer.container) }
    let share = try await prepare()
    guard share.url != nil else {
      let error = CKError(.invalidArguments, "The app did not save what is to be shared.")
      cloud.shares.tellSaved(
        share.recordID, .failure(error), in: offer.container.context.identifier)
      throw error
    }
    cloud.shares.saved(share, for: id)
    return (share, offer.container)
  }

  /// Shares it as the person chose.
  private func save(
    _ share: CKShare, _ action: StartCollaborationAction, in container: CKContainer
  ) async throws {
    let identifier = container.context.identifier
    do {
      let before = share.choice
      if let chosen = action.metadata.userSelectedShareOptions.map(SharingChoice.init),
        share.take(chosen)
      {
        cloud.shares.remember(before, of: share, before: action.actionID)
        try await SharingChoice.save(share, in: container)
      }
      cloud.shares.tellSaved(share.recordID, .success(share), in: identifier)
    } catch {
      let error = Self.error(error)
      cloud.shares.tellSaved(share.recordID, .failure(error), in: identifier)
      throw error
    }
  }

  // MARK: Participants

  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer {
    do {
      let updated = try await cloud.client().updateIdentities(
        action.request, of: action.collaborationID)
      return .fulfilled(epoch: updated.epoch.value)
    } catch let error as ClientError where error.problemCode == .gone && action.onlyRemoves {
      // Nobody takes part in what is shared no more.
      return .fulfilled()
    } catch {
      return .failed(reason: Self.sentence(error))
    }
  }

  // MARK: Cancellation

  /// The share stays, since the app or its handler made it, and nobody takes part in it by this message; it is shared as
  /// it was before. A process that was started anew since does not know how that was, and leaves it.
  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer {
    guard let (share, choice) = cloud.shares.before(cancellation.startActionID),
      let name = SharedRecordName(cancellation.metadata.localIdentifier)
    else { return .fulfilled() }
    do {
      if share.take(choice) {
        try await SharingChoice.save(share, in: cloud.container(name.container))
      }
      cloud.shares.forget(cancellation.startActionID)
      return .fulfilled()
    } catch {
      return .failed(reason: Self.sentence(error))
    }
  }

  // MARK: Errors

  private static func error(_ error: any Error) -> CKError { CKError(any: error) }

  /// For the person who shares: what comes behind a colon.
  private static func sentence(_ error: any Error) -> String {
    guard error is CKError || error is ClientError || error is CancellationError else {
      return "it could not prepare what is to be shared."
    }
    let error = CKError(any: error)
    guard error.code != .permissionFailure else {
      return "only the owner of the records can invite to them."
    }
    let sentence = error.localizedDescription
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}

extension SharingChoice {
  /// Saves how a share is shared; once more, over what somebody has changed meanwhile.
  static func save(_ share: CKShare, in container: CKContainer) async throws {
    let database = container.privateCloudDatabase
    let wanted = share.choice
    do {
      try await database.save(share)
    } catch CKError.serverRecordChanged {
      guard let newer = try await database.record(for: share.recordID) as? CKShare else {
        throw CKError(.unknownItem, "The record is not shared any more.")
      }
      if newer.take(wanted) { try await database.save(newer) }
    }
  }
}
