import Synchronization

/// Raised once, when the person cancels a share that is being sent.
final class CancelSignal: Sendable {
  private struct State {
    var isRaised = false
    var waiting: [AsyncStream<Void>.Continuation] = []
  }

  private let state = Mutex(State())

  var isRaised: Bool { state.withLock(\.isRaised) }

  func raise() {
    let waiting = state.withLock { state in
      state.isRaised = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.finish() }
  }

  /// Returns when it is raised, or when the waiting task is cancelled. Each call has a stream of its
  /// own: a stream ends for good with the first task that is cancelled while it waits on it, and
  /// one signal outlives several calls.
  func wait() async {
    let stream = AsyncStream<Void> { continuation in
      let isOver = state.withLock { state in
        if !state.isRaised { state.waiting.append(continuation) }
        return state.isRaised
      }
      if isOver { continuation.finish() }
    }
    for await _ in stream {}
  }
}
