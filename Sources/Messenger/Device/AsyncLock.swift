import Synchronization

/// One at a time across suspension points, in the order of arrival: an actor alone lets another call
/// in at every `await`, and two rounds of one outbox would send everything twice.
final class AsyncLock: Sendable {
  private struct State {
    var isHeld = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func acquire() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isHeld {
          state.waiters.append(continuation)
          return false
        }
        state.isHeld = true
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func release() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiters.isEmpty else {
        state.isHeld = false
        return nil
      }
      return state.waiters.removeFirst()
    }
    next?.resume()
  }
}
