import Synchronization

/// The one answer to an action, whoever gives it and however often: the app by saying so, or by
/// letting go of the action, which counts as failed.
final class ActionReply: Sendable {
  private struct State: Sendable {
    /// Nil once it was answered.
    var deliver: (@Sendable (ActionOutcome) -> Void)?
    var isExpired = false
  }

  private let state: Mutex<State>

  init(_ deliver: @escaping @Sendable (ActionOutcome) -> Void) {
    state = Mutex(State(deliver: deliver))
  }

  /// For a copy out of an archive, which nobody waits for.
  init(isComplete: Bool) {
    var state = State()
    if !isComplete { state.deliver = { _ in } }
    self.state = Mutex(state)
  }

  deinit { answer(.failed(reason: "it let go of the action without an answer")) }

  /// Answered, or nobody waits for the answer any more.
  var isComplete: Bool { state.withLock { $0.deliver == nil || $0.isExpired } }

  /// The first answer counts; others change nothing. A late one is heard as well: what the app has
  /// done by then has to be taken back.
  func answer(_ outcome: ActionOutcome) {
    let deliver = state.withLock { state in
      defer { state.deliver = nil }
      return state.deliver
    }
    deliver?(outcome)
  }

  func expire() { state.withLock { $0.isExpired = true } }
}

/// Holds an answer without keeping its action's promise alive: only the app does that.
struct WeakReply: Sendable {
  weak var reply: ActionReply?
}
