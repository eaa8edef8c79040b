import SharedWithYou

/// What the messenger asks of the app while a recipe is being shared.
final class CollaborationHandler: NSObject, SWCollaborationActionHandler,
  GroveShareCancellationHandler, Sendable
{
  let server: RecipeServer

  init(server: RecipeServer) { self.server = server }

  /// The person tapped send: make the link.
  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator, handle action: SWStartCollaborationAction
  ) {
    let localID = action.collaborationMetadata.localIdentifier.rawValue
    let selectedOptions = action.collaborationMetadata.userSelectedShareOptions
    Task {
      do {
        let prepared = try await server.prepareCollaboration(
          localID, options: ShareChoices.chosen(selectedOptions), requestID: action.uuid)
        action.fulfill(
          using: prepared.link,
          collaborationIdentifier: SWCollaborationIdentifier(prepared.collaborationID))
      } catch {
        action.fail()  // cancels the message
      }
    }
  }

  /// Who is invited, and who is not any more: the server keeps the root hashes.
  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator,
    handle action: SWUpdateCollaborationParticipantsAction
  ) {
    let identifier = action.collaborationMetadata.collaborationIdentifier
    let added = action.addedIdentities.map(\.rootHash)
    let removed = action.removedIdentities.map(\.rootHash)
    Task {
      do {
        try await server.update(
          identifier.rawValue, add: added, remove: removed, requestID: action.uuid)
        action.fulfill()  // sends the link
      } catch {
        action.fail()  // cancels the message
      }
    }
  }

  /// The message was not sent after all: take back the link.
  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator, handle action: GroveShareCancellationAction
  ) {
    let documentID = action.collaborationMetadata.localIdentifier.rawValue
    Task {
      do {
        // By the recipe, not by the collaboration: whoever asks may never have heard of the link.
        try await server.takeBackLink(of: documentID)
        action.fulfill()
      } catch {
        action.fail()  // it is asked again
      }
    }
  }
}
