import GroveClient
import Synchronization

/// Answers each request with the next scripted answer and remembers what was asked.
final class ScriptedTransport: ClientTransport {
  enum Step: Sendable {
    case answer(ClientResponse)
    /// A stream of these pieces that then breaks.
    case stream([String])
    /// A stream of these pieces that ends as if the server had closed it.
    case closing([String])
    case fail(ClientError)
  }

  private let state: Mutex<(steps: [Step], requests: [ClientRequest])>

  init(_ steps: [Step]) { state = Mutex((steps, [])) }

  var requests: [ClientRequest] { state.withLock { $0.requests } }

  private func next(_ request: ClientRequest) -> Step {
    state.withLock { state in
      state.requests.append(request)
      return state.steps.isEmpty
        ? .fail(.unreachable("the script is over")) : state.steps.removeFirst()
    }
  }

  func send(_ request: ClientRequest) async throws(ClientError) -> ClientResponse {
    switch next(request) {
    case .answer(let response): return response
    case .fail(let error): throw error
    case .stream, .closing: throw .badAnswer("the script expected a stream")
    }
  }

  func open(_ request: ClientRequest) async throws(ClientError) -> ClientStream {
    switch next(request) {
    case .answer(let response):
      return ClientStream(
        status: response.status,
        chunks: AsyncThrowingStream { continuation in
          continuation.yield(response.body)
          continuation.finish()
        })
    case .fail(let error): throw error
    case .stream(let pieces): return Self.stream(pieces, .unreachable("scripted break"))
    case .closing(let pieces): return Self.stream(pieces, nil)
    }
  }

  private static func stream(_ pieces: [String], _ end: ClientError?) -> ClientStream {
    ClientStream(
      status: 200,
      chunks: AsyncThrowingStream { continuation in
        for piece in pieces { continuation.yield(Array(piece.utf8)) }
        continuation.finish(throwing: end)
      })
  }
}

/// A clock whose sleeps return at once and are counted.
final class InstantClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let slept = Mutex<[Duration]>([])
  private let time = Mutex(Duration.zero)
  var sleeps: [Duration] { slept.withLock { $0 } }
  var now: Instant { Instant(offset: time.withLock { $0 }) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let wait = deadline.offset - now.offset
    slept.withLock { $0.append(wait) }
    time.withLock { $0 = deadline.offset }
    await Task.yield()
    try Task.checkCancellation()
  }
}
