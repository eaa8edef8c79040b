import Synchronization

/// The one answer to an action, whoever gives it and however often: the app, the end of its time,
/// or the app's letting go of the action, which counts as failed.
final class ActionReply: Sendable {
  private enum State: Sendable {
    case open(@Sendable (ActionOutcome) -> Void)
    /// Nobody waits any more; what the app still says is heard once, so that it can be taken back.
    case expired(late: @Sendable (ActionOutcome) -> Void)
    case complete
  }

  private let state: Mutex<State>

  init(_ deliver: @escaping @Sendable (ActionOutcome) -> Void) { state = Mutex(.open(deliver)) }

  /// For a copy out of an archive, which nobody waits for.
  init(isComplete: Bool) { state = Mutex(isComplete ? .complete : .open({ _ in })) }

  deinit {
    answer(.failed(reason: "it let go of the action without an answer"))
  }

  var isComplete: Bool {
    state.withLock {
      if case .open = $0 { return false }
      return true
    }
  }

  /// The first answer counts; others change nothing.
  func answer(_ outcome: ActionOutcome) {
    let deliver: (@Sendable (ActionOutcome) -> Void)? = state.withLock { state in
      defer { state = .complete }
      switch state {
      case .open(let deliver), .expired(let deliver): return deliver
      case .complete: return nil
      }
    }
    deliver?(outcome)
  }

  /// Nobody waits any more.
  func expire(late: @escaping @Sendable (ActionOutcome) -> Void) {
    state.withLock { state in
      if case .open = state { state = .expired(late: late) }
    }
  }
}
