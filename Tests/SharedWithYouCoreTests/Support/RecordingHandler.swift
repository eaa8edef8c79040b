import Foundation
import SharedWithYouCore

/// An app's handler that hands its actions to the test, which then is the only one to keep them.
class RecordingHandler: NSObject, SWCollaborationActionHandler {
  let actions: AsyncStream<SWAction>
  fileprivate let arrived: AsyncStream<SWAction>.Continuation

  override init() { (actions, arrived) = AsyncStream.makeStream(of: SWAction.self) }

  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator, handle action: SWStartCollaborationAction
  ) { arrived.yield(action) }

  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator,
    handle action: SWUpdateCollaborationParticipantsAction
  ) { arrived.yield(action) }
}

final class ReplacingHandler: RecordingHandler, GroveIdentityReplacementHandler {}

final class CancellingHandler: RecordingHandler, GroveShareCancellationHandler {
  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator, handle action: GroveShareCancellationAction
  ) { arrived.yield(action) }
}

extension AsyncStream where Element == SWAction {
  /// The next action, as what it should be.
  func next<Action: SWAction>(_ type: Action.Type = Action.self) async -> Action? {
    for await action in self { return action as? Action }
    return nil
  }
}
