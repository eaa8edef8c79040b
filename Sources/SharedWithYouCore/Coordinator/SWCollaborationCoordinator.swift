public import Foundation
import Synchronization

/// Brings the messenger's actions to the app.
///
/// Set `actionHandler` soon after the program has started: actions wait for it, but not longer than
/// their time, and the program may have been started in the background for one of them.
// Everything that changes is behind a Mutex.
public class SWCollaborationCoordinator: NSObject, @unchecked Sendable {
  /// The app's own.
  public class var shared: SWCollaborationCoordinator { GroveApp.shared.coordinator }

  private let handler = Mutex(WeakActionHandler(nil))

  override init() {}

  /// Not kept alive. Setting it makes the app known to the system.
  public var actionHandler: (any SWCollaborationActionHandler)? {
    get { handler.withLock(\.self).value }
    set {
      let box = WeakActionHandler(newValue)
      handler.withLock { $0 = box }
    }
  }
}
