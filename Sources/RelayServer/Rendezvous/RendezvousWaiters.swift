import GroveMessage
import ServiceLifecycle
import Synchronization

/// Who waits for a message at a rendezvous: wakes them, after the commit, to read again.
final class RendezvousWaiters: Sendable {
  private struct State {
    var next: UInt64 = 0
    var waiting: [RendezvousID: [UInt64: AsyncStream<Void>.Continuation]] = [:]
  }

  private let state = Mutex(State())

  func wake(_ id: RendezvousID) {
    let waiting = state.withLock { $0.waiting[id].map { Array($0.values) } ?? [] }
    for continuation in waiting { continuation.yield() }
  }

  func wakeAll() {
    let waiting = state.withLock { $0.waiting.values.flatMap(\.values) }
    for continuation in waiting { continuation.yield() }
  }

  /// Looks, and as long as there is nothing looks again at each wake-up, until the time is over or
  /// the server goes down.
  func poll<Value: Sendable>(
    _ id: RendezvousID, upTo duration: Duration,
    _ look: @escaping @Sendable () async throws -> Value?
  ) async throws -> Value? {
    // Listening begins before the first look: a message left in between wakes it.
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = add(continuation, id)
    defer { remove(number, id) }
    if let value = try await look() { return value }
    guard duration > .zero else { return nil }
    return try await withGracefulShutdownHandler {
      try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask {
          for await _ in stream { if let value = try await look() { return value } }
          return nil
        }
        group.addTask {
          try? await Task.sleep(for: duration)
          return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
    } onGracefulShutdown: {
      continuation.finish()
    }
  }

  private func add(_ continuation: AsyncStream<Void>.Continuation, _ id: RendezvousID) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.waiting[id, default: [:]][state.next] = continuation
      return state.next
    }
  }

  private func remove(_ number: UInt64, _ id: RendezvousID) {
    state.withLock { state in
      state.waiting[id]?[number] = nil
      if state.waiting[id]?.isEmpty == true { state.waiting[id] = nil }
    }
  }
}
