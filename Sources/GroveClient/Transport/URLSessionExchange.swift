import Synchronization

/// One request on its way: waits for the head, then hands the pieces of the body on.
///
/// The buffer is bounded. A reader that is slower than the server for longer than the buffer lasts
/// loses the connection, and resumes from the last event it has read: memory never grows with what
/// a server sends.
final class URLSessionExchange: Sendable {
  typealias Head = Result<ClientStream, ClientError>

  /// Pieces waiting to be read. One is at most what the session reads at once, 16 KiB or so.
  private static let bufferedChunks = 16_384

  private struct State {
    var waiter: (@Sendable (Head) -> Void)?
    var received = 0
    var failure: ClientError?
  }

  private let state = Mutex(State())
  private let limit: Int
  private let cancel: @Sendable () -> Void
  private let chunks: AsyncThrowingStream<[UInt8], any Error>
  private let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation

  init(limit: Int, cancel: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.cancel = cancel
    (chunks, continuation) = AsyncThrowingStream.makeStream(
      bufferingPolicy: .bufferingOldest(Self.bufferedChunks))
    continuation.onTermination = { reason in if case .cancelled = reason { cancel() } }
  }

  func whenHeadArrives(_ waiter: @escaping @Sendable (Head) -> Void) {
    state.withLock { $0.waiter = waiter }
  }

  func receivedHead(status: Int, headers: [ClientHeader]) {
    answer(.success(ClientStream(status: status, headers: headers, chunks: chunks)))
  }

  func received(_ bytes: [UInt8]) {
    switch continuation.yield(bytes) {
    case .enqueued: break
    case .dropped:
      state.withLock { $0.failure = .unreachable("the reader is slower than the server") }
      cancel()
    case .terminated: cancel()
    @unknown default: cancel()
    }
  }

  /// - Parameter failure: nil where the body came to its end.
  func ended(_ failure: ClientError?) {
    let failure = state.withLock { $0.failure } ?? failure
    answer(.failure(failure ?? .unreachable("no answer")))
    if let failure {
      continuation.finish(throwing: failure)
    } else {
      continuation.finish()
    }
  }

  private func answer(_ head: Head) {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?(head)
  }
}
