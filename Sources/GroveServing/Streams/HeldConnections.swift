import NIOCore
import Synchronization

/// How many connections streams have: no task of the server's waits for their end.
final class HeldConnections: Sendable {
  private struct State {
    var count = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func add(_ channel: any Channel) {
    state.withLock { $0.count += 1 }
    channel.closeFuture.whenComplete { _ in self.remove() }
  }

  /// Returns when there is none.
  func waitUntilClosed() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if state.count > 0 { state.waiting.append(continuation) }
        return state.count == 0
      }
      if isEmpty { continuation.resume() }
    }
  }

  private func remove() {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.count -= 1
      guard state.count == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
