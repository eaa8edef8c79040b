import Synchronization

/// A person's "cancel", raised once and heard by whoever waits for it then or later.
final class CancelSignal: Sendable {
  private struct State {
    var isRaised = false
    var waiters: [AsyncStream<Void>.Continuation] = []
  }

  private let state = Mutex(State())

  var isRaised: Bool { state.withLock(\.isRaised) }

  func raise() {
    let waiters = state.withLock { state in
      state.isRaised = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.finish() }
  }

  /// Returns when it is raised, or when the waiting task is cancelled.
  ///
  /// Each waiter has a stream of its own: a stream whose reader is cancelled has ended for the next
  /// reader too.
  func wait() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let isRaised = state.withLock { state in
      if !state.isRaised { state.waiters.append(continuation) }
      return state.isRaised
    }
    guard !isRaised else { return }
    for await _ in stream {}
  }
}
