import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import SharedWithYouCore

/// A share's link, and the ways in.
struct ShareDoor: Sendable {
  private let link: String
  private let id: CollaborationID
  private let context: ContainerContext

  /// - Throws: `invalidArguments` where the link does not lead to the container's server.
  init(_ url: URL, _ context: ContainerContext) throws(CKError) {
    let origin = try context.cloud.client().origin
    guard (try? Origin(ofLink: url.absoluteString)) == origin,
      let id = try? CollaborationID(url.lastPathComponent)
    else { throw CKError(.invalidArguments, "The link does not lead to the container's server.") }
    self.id = id
    self.context = context
    link = url.absoluteString
  }

  /// Nil where the person takes no part in it.
  func found() async throws(CKError) -> FoundRecordShare? {
    do {
      return try await context.ask { client throws(ClientError) in
        try await client.recordShare(id)
      }
    } catch  where error.code == .unknownItem {
      return nil
    }
  }

  /// What the person was sent; nil where nobody has sent it to them, or no messenger is here.
  func invitation() async throws(CKError) -> CollaborationHighlight? {
    guard let (system, origin) = messenger else { return nil }
    do {
      return try await system.highlight(forLink: link, of: origin)
    } catch {
      throw CKError(.serviceUnavailable, "The messenger cannot be asked.")
    }
  }

  private var messenger: (system: any MessagingSystem, origin: Origin)? {
    guard let connection = try? context.cloud.app.value?.connected() else { return nil }
    return (connection.system, connection.origin)
  }

  /// Proves where the person was invited; else comes in as everybody may who has the link.
  func enter() async throws(CKError) {
    guard let (system, origin) = messenger, let highlight = try await invitation() else {
      _ = try await context.ask { client throws(ClientError) in
        try await client.enterByLink(id)
      }
      return
    }
    do {
      _ = try await context.cloud.client().prove(for: id) { data, refused in
        let proof = try await proof(highlight.collaborationID, data, refused, system, origin)
        return (proof.root, try proof.json())
      }
    } catch {
      throw CKError(any: error)
    }
  }

  /// The identity under which this person's own devices take part; nil where no proof is to be had.
  func ownIdentity() async throws(CKError) -> RootHash? {
    guard let (system, origin) = messenger, let highlight = try await invitation() else {
      return nil
    }
    let challenge = try await context.ask { client throws(ClientError) in
      try await client.challenge(for: id)
    }
    return try await proof(highlight.collaborationID, challenge.data.bytes, [], system, origin).root
  }

  private func proof(
    _ collaboration: CollaborationID, _ data: [UInt8], _ refused: Set<RootHash>,
    _ system: any MessagingSystem, _ origin: Origin
  ) async throws(CKError) -> IdentityProof {
    let answer: Result<IdentityProof, ProofRequestRefusal>
    do {
      answer = try await system.signedIdentityProof(
        for: collaboration, using: data, of: origin, refused: refused)
    } catch {
      throw CKError(.serviceUnavailable, "The messenger cannot be asked.")
    }
    switch answer {
    case .success(let proof): return proof
    case .failure(.noInvitation):
      throw CKError(.unknownItem, "No invitation of this person is valid any more.")
    case .failure(.accountNotConfirmed):
      throw CKError(
        .participantMayNeedVerification, "The person did not confirm that the account is theirs.")
    case .failure(.deviceNotInIdentity):
      throw CKError(
        .participantMayNeedVerification, "They were invited before this device was theirs.")
    case .failure(.rawProofsOff):
      throw CKError(.internalError, "The server asked for a proof that is not given.")
    }
  }
}
