import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import SharedWithYouCore

/// The ways into something that is shared of a drive.
struct DriveDoor: Sendable {
  let id: CollaborationID
  let account: DriveAccount
  private let connection: GroveAppConnection

  /// - Throws: `otherServer` for its link, `noFile` for what is no link of a file, `noDrive` where there is no account to come in with.
  init(_ link: URL, _ drive: GroveDrive) throws(GroveDriveError) {
    guard let connection = drive.connection else { throw .messengerUnreachable }
    guard let origin = try? Origin(ofLink: link.absoluteString),
      let id = try? CollaborationID(link.lastPathComponent)
    else { throw .noFile }
    guard origin == connection.origin else { throw .otherServer }
    guard let account = drive.own.first else { throw .noDrive }
    self.init(id, account, connection)
  }

  init(_ id: CollaborationID, _ account: DriveAccount, _ connection: GroveAppConnection) {
    self.id = id
    self.account = account
    self.connection = connection
  }

  /// Comes in, where the person is not in yet.
  func open() async throws -> DriveShareState {
    try await account.confirm()
    if let found = try await found() { return found }
    if try await invitation() != nil {
      try await prove()
      await hear()
    } else {
      try await enterByLink()
    }
    guard let found = try await found() else { throw GroveDriveError.noFile }
    account.heard(of: found)
    return found
  }

  private func found() async throws -> DriveShareState? {
    do {
      return try await account.client.driveShare(id)
    } catch {
      guard error.problemCode == .notFound else { throw error }
      return nil
    }
  }

  /// What the person was sent; nil where nobody has sent it to them.
  func invitation() async throws -> CollaborationHighlight? {
    try await connection.system.highlight(for: id, of: connection.origin)
  }

  private func enterByLink() async throws {
    do {
      _ = try await account.client.enterByLink(id)
    } catch {
      throw error.problemCode == .notFound ? GroveDriveError.notInvited : .server(error)
    }
  }

  func prove() async throws {
    _ = try await account.client.prove(for: id) { data, refused in
      let proof = try await proof(data, refused)
      return (proof.root, try proof.json())
    }
  }

  /// The identity under which this person's own devices take part; nil where no proof is to be had.
  func ownIdentity() async throws -> RootHash? {
    guard try await invitation() != nil else { return nil }
    return try await proof(try await account.client.challenge(for: id).data.bytes, []).root
  }

  private func proof(_ data: [UInt8], _ refused: Set<RootHash>) async throws -> IdentityProof {
    try await connection.system.signedIdentityProof(
      for: id, using: data, of: connection.origin, refused: refused
    ).get()
  }

  /// From now on the server tells this person by itself what others do (protocol 12.8). Access does not depend on it:
  /// where it fails, it is done with the next opening.
  func hear() async {
    guard let pushKey = try? await account.client.pushKey(),
      let address = try? await connection.system.noticeAddress(
        for: id, of: connection.origin, pushKey: pushKey)
    else { return }
    try? await account.client.putNoticeAddress(
      PutNoticeAddress(endpoint: address.endpoint, p256dh: address.p256dh, auth: address.auth),
      in: id)
  }
}

/// Binds the owner's own identity once their invitation is here, so that the others are told what the owner does.
extension DriveDoor {
  /// How long the message may take.
  private static let patience = Duration.seconds(30)

  func settle() async {
    let changes = connection.system.highlightChanges(for: connection.origin)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await Task.sleep(for: Self.patience) }
      group.addTask {
        if await isSettled() { return }
        for await _ in changes where await isSettled() { return }
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// - Returns: whether there is nothing more to wait for.
  private func isSettled() async -> Bool {
    guard let invitation = try? await invitation(), invitation.collaborationID == id else {
      return false
    }
    let people = try? await account.client.participants(of: id).participants
    if people?.contains(where: { $0.account == account.account }) != true { try? await prove() }
    await hear()
    return true
  }
}
