import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import SharedWithYouCore

/// Answers the messenger's actions about files of a drive, in the place of the app (decision 0015): shares them as the
/// person chose, and makes the recipients' identities their participants.
struct DriveFileHandler: SystemActionHandler {
  let drive: GroveDrive

  func answers(_ metadata: CollaborationMetadata, _ collaborationID: CollaborationID?) async -> Bool
  {
    if DriveFileName(metadata.localIdentifier) != nil { return true }
    // Shared on another device of this person: only the server knows what it is.
    guard metadata.localIdentifier.isEmpty, let collaborationID else { return false }
    return (try? await account(of: collaborationID)) != nil
  }

  /// Whose it is; nil where it is no file.
  private func account(of id: CollaborationID) async throws -> DriveAccount? {
    for account in drive.own {
      do {
        _ = try await account.client.driveShare(id)
        return account
      } catch {
        switch error.problemCode {
        // It was one of theirs.
        case .gone: return account
        case .notFound, .unauthenticated: continue
        default: throw error
        }
      }
    }
    return nil
  }

  func account(_ metadata: CollaborationMetadata, _ id: CollaborationID?) async throws
    -> DriveAccount
  {
    let name = DriveFileName(metadata.localIdentifier)
    let named = name.flatMap { name in drive.own.first { $0.account == name.account } }
    if let named { return named }
    guard name == nil, let id, let found = try await account(of: id) else {
      throw GroveDriveError.noDrive
    }
    return found
  }

  // MARK: Start

  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer {
    do {
      let account = try await account(action.metadata, action.metadata.collaborationID)
      try await account.confirm()
      let share = try await share(action, account)
      account.heard(of: share)
      return .fulfilled(
        link: share.link, collaborationID: share.collaborationID, epoch: share.epoch.value)
    } catch {
      let error = GroveDriveError(any: error)
      guard case .server(let failure) = error, failure.leavesOutcomeUnknown else {
        return .failed(reason: error.clause)
      }
      return .lost(reason: error.clause)
    }
  }

  private func share(_ action: StartCollaborationAction, _ account: DriveAccount) async throws
    -> DriveShareState
  {
    let metadata = action.metadata
    let chosen = metadata.userSelectedShareOptions.map(SharingChoice.init) ?? SharingChoice()
    // By what it is, where that is known: something else may lie at its path by now.
    if let id = metadata.collaborationID {
      let now = try await account.client.driveShare(id)
      guard now.yours == .owner else { throw GroveDriveError.notOwner }
      drive.desk.remember(.shared(now.terms), of: action.actionID)
      guard now.terms != chosen.terms else { return now }
      return try await account.client.changeDriveShare(id, to: chosen.terms)
    }
    guard let name = DriveFileName(metadata.localIdentifier) else { throw GroveDriveError.noFile }
    let before = try await account.share(at: name.path)
    drive.desk.remember(before.map { .shared($0.terms) } ?? .notShared, of: action.actionID)
    do {
      return try await account.client.shareDriveItem(
        ShareDriveItem(
          requestID: action.actionID, path: name.path, who: chosen.terms.who,
          access: chosen.terms.access))
    } catch {
      // Never shared, and not there either: it was not carried yet, or has another place by now.
      throw error.problemCode == .notFound ? GroveDriveError.notCarried : .init(any: error)
    }
  }

  // MARK: Participants

  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer {
    do {
      let account = try await account(action.metadata, action.collaborationID)
      let updated = try await account.client.updateIdentities(
        action.request, of: action.collaborationID)
      if !action.addedRoots.isEmpty { settle(action.collaborationID, account) }
      return .fulfilled(epoch: updated.epoch.value)
    } catch let error as ClientError where error.problemCode == .gone && action.onlyRemoves {
      // Nobody takes part in what is shared no more.
      return .fulfilled()
    } catch {
      return .failed(reason: GroveDriveError(any: error).clause)
    }
  }

  private func settle(_ id: CollaborationID, _ account: DriveAccount) {
    guard let connection = drive.connection else { return }
    let door = DriveDoor(id, account, connection)
    drive.afterwards { await door.settle() }
  }
}

extension DriveShareState {
  var terms: DriveShareTerms { DriveShareTerms(who: who, access: access) }
}

extension SharingChoice {
  init(_ terms: DriveShareTerms) {
    self.init(isOpenToLink: terms.who == .link, isReadOnly: terms.access == .readOnly)
  }

  var terms: DriveShareTerms {
    DriveShareTerms(
      who: isOpenToLink ? .link : .invited, access: isReadOnly ? .readOnly : .readWrite)
  }
}
