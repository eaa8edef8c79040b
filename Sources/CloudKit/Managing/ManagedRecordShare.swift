import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import SharedWithYouCore

/// A record share in the hands of somebody who manages it.
struct ManagedRecordShare: GroveManagedShare {
  enum Event: Sendable {
    case saved(CKShare)
    case failed(CKError)
    case stopped(CKShare)
  }

  let container: CKContainer
  let id: CKRecordID
  let allowed: CKAllowedSharingOptions.Values
  /// Told after the observers.
  let tell: @MainActor @Sendable (Event) -> Void

  func look() async throws(GroveShareProblem) -> GroveShareState {
    do throws(CKError) {
      let (share, _) = try await share()
      return try await state(share)
    } catch {
      throw Self.problem(error)
    }
  }

  func choose(_ options: CollaborationShareOptions) async throws(GroveShareProblem)
    -> GroveShareState
  {
    do {
      let (share, _) = try await share()
      if share.take(SharingChoice(options)) { try await SharingChoice.save(share, in: container) }
      return try await saved(share)
    } catch {
      throw await failed(error)
    }
  }

  func remove(_ person: GroveShareState.Person) async throws(GroveShareProblem)
    -> GroveShareState
  {
    do {
      let (share, database) = try await share()
      guard let collaboration = share.collaborationID, let bytes = try? Base64URL.decode(person.id),
        let root = try? RootHash(bytes)
      else { throw CKError(.unknownItem, "Nobody of that name takes part.") }
      let body = UpdateIdentities(requestID: RequestID.random(), remove: [root])
      _ = try await container.context.ask { client throws(ClientError) in
        try await client.updateIdentities(body, of: collaboration)
      }
      guard let now = try await database.record(for: id) as? CKShare else { throw Self.gone }
      return try await saved(now)
    } catch {
      throw await failed(error)
    }
  }

  func stop() async throws(GroveShareProblem) {
    let desk = container.context.cloud.shares
    let identifier = container.context.identifier
    do {
      let (share, database) = try await share()
      try await database.deleteRecord(withID: id)
      if database.databaseScope == .private {
        desk.tellStopped(id, .success(()), in: identifier)
      }
      await tell(.stopped(share))
    } catch {
      let error = CKError(any: error)
      desk.tellStopped(id, .failure(error), in: identifier)
      await tell(.failed(error))
      throw Self.problem(error)
    }
  }

  // MARK: Looking

  /// The share as it is, and the database that the person has it in.
  private func share() async throws(CKError) -> (CKShare, CKDatabase) {
    do {
      let owner = id.zoneID.ownerName
      let user = try await container.context.userName()
      let isOwn = owner == CKCurrentUserDefaultName || owner == user
      let database = container.database(with: isOwn ? .private : .shared)
      guard let share = try await database.record(for: id) as? CKShare else { throw Self.gone }
      return (share, database)
    } catch {
      throw CKError(any: error)
    }
  }

  private func state(_ share: CKShare) async throws(CKError) -> GroveShareState {
    let isOwn = share.currentUserParticipant?.role == .owner
    // The owner's own devices were invited like everybody's, and need no invitation.
    let own = isOwn ? await ownIdentity(share) : nil
    let people = share.participants.filter { $0.participantID != own }.map { person in
      GroveShareState.Person(
        id: person.participantID, name: person.userIdentity.nameComponents?.nickname,
        isOwner: person.role == .owner, isYou: person.isCurrentUser,
        isReadOnly: person.permission == .readOnly)
    }
    let options = try? share.choice.options(allowed).systemOptions()
    return GroveShareState(
      title: share[CKShare.SystemFieldKey.title] ?? "", link: share.url, isOwn: isOwn,
      people: people, options: isOwn ? options : nil)
  }

  /// The identity of this person's own devices, among those that nobody has proved; nil where it is not known.
  private func ownIdentity(_ share: CKShare) async -> CKShare.Participant.ID? {
    guard let url = share.url,
      share.participants.contains(where: { $0.acceptanceStatus == .pending }),
      let door = try? ShareDoor(url, container.context)
    else { return nil }
    return (try? await door.ownIdentity()).map { Base64URL.encode($0.bytes) }
  }

  // MARK: Telling

  private func saved(_ share: CKShare) async throws(CKError) -> GroveShareState {
    container.context.cloud.shares.tellSaved(
      id, .success(share), in: container.context.identifier)
    await tell(.saved(share))
    return try await state(share)
  }

  private func failed(_ error: any Error) async -> GroveShareProblem {
    let error = CKError(any: error)
    container.context.cloud.shares.tellSaved(
      id, .failure(error), in: container.context.identifier)
    await tell(.failed(error))
    return Self.problem(error)
  }

  private static var gone: CKError { CKError(.unknownItem, "This is not shared any more.") }

  private static func problem(_ error: CKError) -> GroveShareProblem {
    switch error.code {
    case .unknownItem, .zoneNotFound: GroveShareProblem("This is not shared any more.")
    case .permissionFailure: GroveShareProblem("Only the owner can change this.")
    default: GroveShareProblem(error.localizedDescription)
    }
  }
}
