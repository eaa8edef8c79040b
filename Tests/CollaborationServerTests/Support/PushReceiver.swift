import GroveIdentity
import GroveMessage
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// A push service on a real socket: keeps what is posted, and answers as a test says.
final class PushReceiver: Sendable {
  /// One post, with the headers' names in small letters.
  struct Push: Sendable {
    var path: String
    var headers: [String: String]
    var body: [UInt8]
  }

  /// What is answered next; when there is none left, 201.
  struct Reply: Sendable {
    var status: Int
    var headers: [String: String] = [:]
    /// Bytes follow for as long as somebody reads them.
    var isEndless = false
  }

  private let state = Mutex<(pushes: [Push], replies: [Reply])>(([], []))
  private let port = Mutex(0)

  /// Where it is.
  var origin: Origin {
    get throws { try Origin("http://127.0.0.1:\(port.withLock { $0 })") }
  }

  func reply(_ replies: Reply...) { state.withLock { $0.replies += replies } }

  /// What was posted to a path so far.
  func pushes(at path: String) -> [Push] {
    state.withLock { $0.pushes.filter { $0.path == path } }
  }

  /// The same, once there are so many.
  func pushes(_ count: Int, at path: String) async throws -> [Push] {
    for _ in 0..<1500 {
      let here = pushes(at: path)
      if here.count >= count { return here }
      try await Task.sleep(for: .milliseconds(20))
    }
    return pushes(at: path)
  }

  /// Runs one for as long as the body takes.
  static func run(_ body: @escaping @Sendable (PushReceiver) async throws -> Void) async throws {
    let receiver = PushReceiver()
    let (ports, bound) = AsyncStream.makeStream(of: Int.self)
    let router = Router()
    router.post("/push/:token") { request, context in try await receiver.take(request) }
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { bound.yield($0.localAddress?.port ?? 0) },
      logger: Logger(label: "push") { _ in SwiftLogNoOpLogHandler() })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await application.run() }
      group.addTask {
        let port = await ports.first { _ in true } ?? 0
        receiver.port.withLock { $0 = port }
        try await body(receiver)
        throw CancellationError()
      }
      do {
        // Not waitForAll: that would wait for the service too before it says what was thrown.
        while try await group.next() != nil {}
      } catch is CancellationError {
        group.cancelAll()
      }
    }
  }

  private func take(_ request: Request) async throws -> Response {
    let body = try await request.body.collect(upTo: 1 << 20)
    var headers: [String: String] = [:]
    for field in request.headers { headers[field.name.canonicalName] = field.value }
    let push = Push(path: request.uri.path, headers: headers, body: Array(buffer: body))
    let reply = state.withLock { state in
      state.pushes.append(push)
      return state.replies.isEmpty ? Reply(status: 201) : state.replies.removeFirst()
    }
    var response = Response(status: .init(code: reply.status))
    for (name, value) in reply.headers { response.headers[.init(name) ?? .location] = value }
    if reply.isEndless {
      response.body = ResponseBody { writer in
        let piece = ByteBuffer(repeating: 0x78, count: 32_768)
        while !Task.isCancelled { try await writer.write(piece) }
      }
    }
    return response
  }
}
