import Synchronization

/// Where the messenger's side of an action waits. The first answer is the one.
final class ActionAnswer: Sendable {
  private enum State: Sendable {
    case nothing
    case outcome(ActionOutcome)
    case waiting(CheckedContinuation<ActionOutcome, Never>)
    case taken
  }

  private let state = Mutex(State.nothing)

  /// Asked once.
  func value() async -> ActionOutcome {
    await withCheckedContinuation { continuation in
      let outcome: ActionOutcome? = state.withLock { state in
        if case .outcome(let outcome) = state {
          state = .taken
          return outcome
        }
        state = .waiting(continuation)
        return nil
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  func set(_ outcome: ActionOutcome) {
    let continuation: CheckedContinuation<ActionOutcome, Never>? = state.withLock { state in
      switch state {
      case .nothing:
        state = .outcome(outcome)
        return nil
      case .waiting(let continuation):
        state = .taken
        return continuation
      case .outcome, .taken: return nil
      }
    }
    continuation?.resume(returning: outcome)
  }
}
