package import GroveIdentity
package import GroveSystem
import Synchronization

/// Answers actions in the place of the app's handler, about what the system itself shares, such as records (decision
/// 0015). The messenger knows no difference: it asks the app.
package protocol SystemActionHandler: Sendable {
  /// Whether the content is of its kind.
  ///
  /// - Parameter collaborationID: nil where it was not shared yet.
  func answers(_ metadata: CollaborationMetadata, _ collaborationID: CollaborationID?) async -> Bool

  /// As of a `CollaborationActionHandler`.
  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer
  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer
  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer

  /// What the person manages; nil where it is not shared yet, or of another kind.
  ///
  /// - Parameter delegate: the app's object that is told of changes.
  @MainActor
  func managed(_ metadata: CollaborationMetadata, delegate: AnyObject?) -> (any GroveManagedShare)?
}

extension SWCollaborationCoordinator {
  /// Who answers about this in the app's place; nil where the app does.
  func systemHandler(_ metadata: CollaborationMetadata, _ collaborationID: CollaborationID?) async
    -> (any SystemActionHandler)?
  {
    for handler in state.withLock(\.systemHandlers)
    where await handler.answers(metadata, collaborationID) { return handler }
    return nil
  }

  /// What the person manages of what the system shares; nil where it is the app's.
  @MainActor
  package func managed(_ metadata: CollaborationMetadata, delegate: AnyObject?)
    -> (any GroveManagedShare)?
  {
    state.withLock(\.systemHandlers).lazy.compactMap {
      $0.managed(metadata, delegate: delegate)
    }.first
  }

  /// - Parameter isReplaced: which of those that were added before answer no more.
  func add(
    _ handler: any SystemActionHandler, replacing isReplaced: (any SystemActionHandler) -> Bool
  ) {
    state.withLock { state in
      state.systemHandlers.removeAll(where: isReplaced)
      state.systemHandlers.append(handler)
    }
  }
}

/// Content that the system shares.
package enum SystemContent {
  /// The type under which an item provider says, within its process, that the system answers for its metadata.
  package static let typeIdentifier = "grove.system-content"
}
