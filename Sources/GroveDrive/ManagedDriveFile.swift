import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import SharedWithYouCore

/// A shared file or folder in the hands of somebody who manages it.
struct ManagedDriveFile: GroveManagedShare {
  enum Share: Sendable {
    case known(CollaborationID)
    /// Whatever is shared at that path.
    case at(String)
  }

  let drive: GroveDrive
  let account: DriveAccount
  let share: Share

  func look() async throws(GroveShareProblem) -> GroveShareState {
    try await carryOut { try await state(try await found()) }
  }

  func choose(_ options: CollaborationShareOptions) async throws(GroveShareProblem)
    -> GroveShareState
  {
    try await carryOut {
      let now = try await account.client.changeDriveShare(
        try await found().collaborationID, to: SharingChoice(options).terms)
      return try await state(now)
    }
  }

  /// All of somebody's identities: whoever was invited anew has several.
  func remove(_ person: GroveShareState.Person) async throws(GroveShareProblem)
    -> GroveShareState
  {
    try await carryOut {
      let id = try await found().collaborationID
      let roots = try await account.client.participants(of: id).participants
        .people().filter { $0.name == person.id }.map(\.participant.root)
      guard !roots.isEmpty else { throw GroveDriveError.noFile }
      _ = try await account.client.updateIdentities(
        UpdateIdentities(requestID: RequestID.random(), remove: roots), of: id)
      return try await state(try await found())
    }
  }

  func stop() async throws(GroveShareProblem) {
    try await carryOut {
      let share = try await found()
      if share.yours == .owner {
        _ = try await account.client.endCollaboration(share.collaborationID)
      } else {
        _ = try await account.client.leave(share.collaborationID)
      }
      account.forget(share.collaborationID)
    }
  }

  // MARK: Looking

  private func found() async throws -> DriveShareState {
    switch share {
    case .known(let id): return try await account.client.driveShare(id)
    case .at(let path):
      guard let found = try await account.share(at: path) else { throw GroveDriveError.noFile }
      return found
    }
  }

  /// The most people that are shown.
  private static let mostPeople = 100

  private func state(_ share: DriveShareState) async throws -> GroveShareState {
    let isOwn = share.yours == .owner
    let options = try? SharingChoice(share.terms).options(.everything).systemOptions()
    return GroveShareState(
      title: share.name, link: URL(string: share.link), isOwn: isOwn,
      people: try await people(share), options: isOwn ? options : nil)
  }

  /// The owner first, whether or not their own identity is there; everybody else once.
  private func people(_ share: DriveShareState) async throws -> [GroveShareState.Person] {
    let all = try await account.client.participants(of: share.collaborationID).participants
    // The owner's own devices were invited like everybody's, and need no invitation.
    let own = share.yours == .owner ? await ownIdentity(share, all) : nil
    var seen: Set<String> = [share.owner.text]
    let owner = GroveShareState.Person(
      id: share.owner.text, name: share.ownerDisplayName, isOwner: true,
      isYou: share.owner == account.account, isReadOnly: false)
    let others = all.people().filter {
      $0.participant.root != own && seen.insert($0.name).inserted
    }
    return [owner]
      + others.prefix(Self.mostPeople - 1).map { name, person in
        GroveShareState.Person(
          id: name, name: person.account.map { person.displayName ?? $0.text },
          isOwner: false, isYou: person.account == account.account,
          isReadOnly: share.access == .readOnly)
      }
  }

  /// Nil where everybody has proved, or it is not known.
  private func ownIdentity(_ share: DriveShareState, _ people: [Participant]) async -> RootHash? {
    guard people.contains(where: { $0.account == nil }), let connection = drive.connection else {
      return nil
    }
    return try? await DriveDoor(share.collaborationID, account, connection).ownIdentity()
  }

  private func carryOut<Value>(_ work: () async throws -> Value) async throws(GroveShareProblem)
    -> Value
  {
    do {
      return try await work()
    } catch {
      throw GroveShareProblem(GroveDriveError(any: error).sentence)
    }
  }
}

extension [Participant] {
  /// Who has come first. Each with the account of theirs, also where this identity of them is not bound, or else with
  /// what their identities are called.
  fileprivate func people() -> [(name: String, participant: Participant)] {
    let bound = filter { $0.account != nil }
    let persons = persons()
    func person(_ one: Participant) -> RootHash { persons[one.root] ?? one.root }
    let accounts = Dictionary(bound.map { (person($0), $0.account) }) { first, _ in first }
    return (bound + filter { $0.account == nil }).map { one in
      let account = one.account ?? accounts[person(one)] ?? nil
      return (account?.text ?? person(one).base64url, one)
    }
  }

  /// Each root's person, called by the smallest root of theirs: what names each other belongs together, in whatever order
  /// or circle it does (protocol 9.3.1).
  func persons() -> [RootHash: RootHash] {
    var groups: [RootHash: Set<RootHash>] = [:]
    for one in self {
      let named = one.person ?? one.root
      let joined = (groups[one.root] ?? [one.root]).union(groups[named] ?? [named])
      for root in joined { groups[root] = joined }
    }
    return groups.compactMapValues { $0.min() }
  }
}
