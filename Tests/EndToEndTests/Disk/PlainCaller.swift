import GroveClient
import GroveIdentity
import GroveWire

/// Asks once, and shows the answer as it comes: the clients would ask again.
struct PlainCaller: Sendable {
  let origin: Origin
  let credentials: any CredentialSource
  private let transport = HTTPClientTransport()

  init(origin: Origin, credentials: any CredentialSource) {
    self.origin = origin
    self.credentials = credentials
  }

  enum Answer: Hashable, Sendable {
    case done
    case refused(ProblemCode)
    /// No answer came.
    case nothing
  }

  func call<Body: Encodable & Sendable, Value>(
    _ route: Route<Body, Value>, _ body: Body, path: [String] = []
  ) async throws -> Answer {
    try await call(
      route.description, StrictJSON.encode(body), "application/json", route.path(path))
  }

  func call(
    _ route: RouteDescription, _ body: [UInt8], _ type: String, _ path: String
  ) async throws -> Answer {
    let fields = try await credentials.headers() + [ClientHeader("Content-Type", type)]
    let request = ClientRequest(
      url: origin.text + path, method: route.method.rawValue, headers: fields, body: body)
    guard let response = try? await transport.send(request) else { return .nothing }
    if response.status == route.status { return .done }
    let problem = try StrictJSON.decode(Problem.self, from: response.body)
    return .refused(problem.code)
  }

  /// Whether the server says that it can be sent requests.
  func isReady() async -> Bool {
    let request = ClientRequest(url: origin.text + "/readyz", method: "GET")
    return (try? await transport.send(request))?.status == 200
  }

  /// Waits until it is ready, a minute at most.
  func becomesReady() async throws -> Bool {
    for _ in 0..<600 {
      if await isReady() { return true }
      try await Task.sleep(for: .milliseconds(100))
    }
    return false
  }
}
