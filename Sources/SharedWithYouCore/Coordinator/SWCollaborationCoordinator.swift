public import Foundation
import GroveIdentity
import Synchronization

/// Brings the messenger's actions to the app.
///
/// Set `actionHandler` soon after the program has started: actions wait for it, but not longer than
/// their time, and the program may have been started in the background for one of them. The handler
/// is called on the main queue.
// Everything that changes is behind a Mutex.
public class SWCollaborationCoordinator: NSObject, @unchecked Sendable {
  /// The coordinator of `GroveApp.shared`: the only one in a program that is one app.
  public class var shared: SWCollaborationCoordinator { GroveApp.shared.coordinator }

  struct State: Sendable {
    var queue = ActionQueue()
    var handler = WeakActionHandler(nil)
    var answers: [ActionQueue.Ticket: ActionAnswer] = [:]
    var replies: [ActionQueue.Ticket: WeakReply] = [:]
    /// On their way to the main queue when their time ran out: the app is not given them any more.
    var abandoned: Set<ActionQueue.Ticket> = []
    /// One for each kind of content that the system shares.
    var systemHandlers: [any SystemActionHandler] = []
  }

  let state = Mutex(State())
  let patience: ActionTimeouts
  private let used = Mutex<(@Sendable () -> Void)?>(nil)

  init(patience: ActionTimeouts = .system) { self.patience = patience }

  /// - Parameter use: makes the app known to the system.
  func whenUsed(_ use: @escaping @Sendable () -> Void) { used.withLock { $0 = use } }

  /// Answers the actions; not kept alive. Setting it makes the app known to the messenger, and
  /// brings what has waited for a handler.
  public var actionHandler: (any SWCollaborationActionHandler)? {
    get { state.withLock(\.handler).value }
    set {
      let box = WeakActionHandler(newValue)
      state.withLock { $0.handler = box }
      used.withLock(\.self)?()
      deliverWhatIsReady()
    }
  }
}
