import Synchronization

/// Hands events to whoever listens. Each listener has a buffer of 1024; a slower one loses the
/// oldest, and reads the database again as after any event.
final class EventHub: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<MessengerEvent>.Continuation] = [:]
    var choosers: [Int: @Sendable (MessengerEvent) -> Void] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  func listen() -> AsyncStream<MessengerEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: MessengerEvent.self, bufferingPolicy: .bufferingNewest(1024))
    let id = state.withLock { state in
      defer { state.next += 1 }
      state.listeners[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[id] = nil }
    }
    return stream
  }

  /// Only what `choose` lets through; one waits at most, for those who look again anyway.
  func listen(_ choose: @escaping @Sendable (MessengerEvent) -> Void?) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      defer { state.next += 1 }
      state.choosers[state.next] = { event in
        if choose(event) != nil { continuation.yield() }
      }
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.choosers[id] = nil }
    }
    return stream
  }

  func publish(_ events: [MessengerEvent]) {
    guard !events.isEmpty else { return }
    let (listeners, choosers) = state.withLock {
      (Array($0.listeners.values), Array($0.choosers.values))
    }
    for chooser in choosers { events.forEach(chooser) }
    for listener in listeners {
      for event in events { listener.yield(event) }
    }
  }
}
