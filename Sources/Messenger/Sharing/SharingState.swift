import GroveIdentity
import GroveSystem
import Synchronization

/// What the sharing side of one messenger holds while it runs: the apps that are here, the shares
/// under way, and whom to ask. Nothing of it survives the process, and nothing has to.
final class SharingState: Sendable {
  private struct State {
    var apps: [Origin: any CollaborationApp] = [:]
    var running: [RequestID: CancelSignal] = [:]
    var confirm: ConfirmAccount?
    var timeLimit = 30
  }

  private let state = Mutex(State())

  func register(_ app: any CollaborationApp) { state.withLock { $0.apps[app.origin] = app } }
  func unregister(_ origin: Origin) { state.withLock { $0.apps[origin] = nil } }
  func app(_ origin: Origin) -> (any CollaborationApp)? { state.withLock { $0.apps[origin] } }

  var confirm: ConfirmAccount? { state.withLock { $0.confirm } }
  func setConfirm(_ confirm: ConfirmAccount?) { state.withLock { $0.confirm = confirm } }

  /// Seconds an app has for one action.
  var timeLimit: Int { state.withLock { $0.timeLimit } }
  func setTimeLimit(_ seconds: Int) { state.withLock { $0.timeLimit = max(1, seconds) } }

  /// Takes a procedure to run; nil where it is running already.
  func begin(_ id: RequestID) -> CancelSignal? {
    state.withLock { state in
      guard state.running[id] == nil else { return nil }
      let signal = CancelSignal()
      state.running[id] = signal
      return signal
    }
  }

  func end(_ id: RequestID) { state.withLock { $0.running[id] = nil } }
  func signal(_ id: RequestID) -> CancelSignal? { state.withLock { $0.running[id] } }
}
