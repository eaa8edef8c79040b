import Synchronization

/// A person's "cancel", raised once and heard by whoever waits for it.
final class CancelSignal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let raised = Mutex(false)

  init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  var isRaised: Bool { raised.withLock { $0 } }

  func raise() {
    raised.withLock { $0 = true }
    continuation.finish()
  }

  /// Returns when it is raised, or when the waiting task is cancelled. For one waiter.
  func wait() async {
    for await _ in stream {}
  }
}
