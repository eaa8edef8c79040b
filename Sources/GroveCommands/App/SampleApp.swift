import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger

/// The sample app in the terminal: documents of plain lines on a collaboration server, and the
/// answers to the messenger's actions (design 3, steps 4 to 6).
///
/// It knows root hashes and links, never seeds, devices or relay accounts.
actor SampleApp: CollaborationApp {
  nonisolated let origin: Origin
  nonisolated let name = "Recipes"
  nonisolated let account: AccountLabel
  nonisolated let displayName: String
  nonisolated let client: CollaborationClient

  /// The collaboration that the last start action made.
  private(set) var lastPrepared: CollaborationID?
  /// What the last removal cut, as the server said.
  private(set) var lastCut: IdentitiesUpdated.Cut?
  /// For showing what a failed share leaves behind: the next such action is failed.
  private var failing: FailingAction?

  /// An action that the demo makes fail, where a server that is down would.
  enum FailingAction: String, Sendable { case start, participants }

  init(session: AppSessionFile, transport: any ClientTransport) {
    origin = session.origin
    account = session.account
    displayName = session.displayName
    client = CollaborationClient(
      origin: session.origin, credentials: FixedCredentials.bearer(session.token),
      transport: transport)
  }

  func prepared(_ collaborationID: CollaborationID) { lastPrepared = collaborationID }

  func failNext(_ action: FailingAction?) { failing = action }

  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer {
    guard failing != .start else { return .failed(reason: "The app could not make a link.") }
    do {
      // A path of the drive begins so, and no document's identifier does.
      if action.metadata.localIdentifier.hasPrefix("/") { return try await startDriveItem(action) }
      let prepared = try await client.prepareCollaboration(
        PrepareCollaboration(
          requestID: action.actionID,
          options: SampleOptions.selected(in: action.metadata.userSelectedShareOptions)),
        of: action.metadata.localIdentifier)
      lastPrepared = prepared.collaborationID
      return .fulfilled(
        link: prepared.link, collaborationID: prepared.collaborationID,
        epoch: prepared.epoch.value)
    } catch {
      return .failed(reason: Self.sentence(error))
    }
  }

  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer {
    guard failing != .participants else {
      failing = nil
      return .failed(reason: "The app could not store who is invited.")
    }
    do {
      let updated = try await client.updateIdentities(
        action.request, of: action.collaborationID)
      lastCut = updated.cut
      return .fulfilled(epoch: updated.epoch.value)
    } catch {
      return .failed(reason: Self.sentence(error))
    }
  }

  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer {
    guard let collaborationID = cancellation.collaborationID else { return .fulfilled() }
    do {
      _ = try await client.endCollaboration(collaborationID, ifUnused: true)
      return .fulfilled()
    } catch {
      // Gone already is what was asked for.
      if error.problemCode == .notFound || error.problemCode == .gone { return .fulfilled() }
      return .failed(reason: Self.sentence(error))
    }
  }

  /// A sentence for the person; a server's problem says what it is in its title.
  private static func sentence(_ error: ClientError) -> String {
    if case .problem(let problem) = error { return problem.title }
    return "The app's server cannot be reached."
  }
}
