import Synchronization

/// A person's "cancel", raised once and heard by whoever waits for it then or later; or closed, when it is too late for it.
/// Of the two whichever comes first holds, so that nobody is told of a cancellation that does not happen.
final class CancelSignal: Sendable {
  private struct State {
    var isRaised = false
    var isClosed = false
    var waiters: [AsyncStream<Void>.Continuation] = []
  }

  private let state = Mutex(State())

  var isRaised: Bool { state.withLock(\.isRaised) }

  /// - Returns: whether it is raised; false where it was closed before.
  @discardableResult func raise() -> Bool {
    let (isRaised, waiters) = state.withLock { state in
      if !state.isClosed { state.isRaised = true }
      defer { if state.isRaised { state.waiters = [] } }
      return (state.isRaised, state.isRaised ? state.waiters : [])
    }
    for waiter in waiters { waiter.finish() }
    return isRaised
  }

  /// - Returns: whether it is closed; false where it was raised before.
  @discardableResult func close() -> Bool {
    state.withLock { state in
      if !state.isRaised { state.isClosed = true }
      return state.isClosed
    }
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
