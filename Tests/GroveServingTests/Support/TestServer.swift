import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes
import Logging
import ServiceLifecycle

/// Knows the token `alice-token` as bearer and as cookie.
struct TestAuthenticator: CallerAuthenticator {
  let cookieName: String? = "session"

  func caller(presenting credential: Credential, headers: HTTPFields) async throws -> String {
    guard ConstantTime.equal(credential.token, "alice-token") else {
      throw Problem(.unauthenticated)
    }
    return "alice"
  }

  func rateLimitKey(of caller: String) -> String { caller }
}

typealias TestRouter = GroveRouter<TestAuthenticator>

/// A real server on a free port for the time of one test.
struct TestServer {
  let port: Int
  private let group: ServiceGroup

  /// Ends the server gracefully, from inside the test.
  func shutDown() async { await group.triggerGracefulShutdown() }

  func connect<Value>(
    reads: Bool = true, _ body: (RawConnection) async throws -> Value
  ) async throws -> Value {
    try await RawConnection.with(port: port, reads: reads, body)
  }

  /// One request on a connection of its own.
  func ask(
    _ method: String, _ path: String, headers: [String] = [], json: String? = nil
  ) async throws -> RawResponse {
    try await connect { try await $0.ask(method, path, headers: headers, json: json) }
  }

  static func with(
    _ table: [RouteDescription], live: LiveStreams = LiveStreams(),
    settings: ServerSettings = ServerSettings(), trusting proxies: TrustedProxies = .none,
    metrics: PrometheusRegistry = PrometheusRegistry(),
    logger: Logger = quiet, routing change: (inout RouterSettings) -> Void = { _ in },
    register: (TestRouter) -> Void, _ body: (TestServer) async throws -> Void
  ) async throws {
    var routing = RouterSettings(
      publicOrigin: try Origin("https://docs.example"), metrics: metrics)
    routing.trustedProxies = proxies
    change(&routing)
    let router = TestRouter(authenticator: TestAuthenticator(), settings: routing)
    register(router)
    let (ports, bound) = AsyncStream<Int>.makeStream()
    let server = GroveServer(
      responder: try router.build(table: table), settings: settings, live: live, logger: logger
    ) { bound.yield($0) }
    let group = ServiceGroup(services: [server], logger: logger)
    try await withThrowingTaskGroup { tasks in
      tasks.addTask { try await group.run() }
      guard let port = await ports.first(where: { _ in true }) else { return }
      do {
        try await body(TestServer(port: port, group: group))
      } catch {
        tasks.cancelAll()
        throw error
      }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
  }

  static let quiet: Logger = {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    return logger
  }()
}
