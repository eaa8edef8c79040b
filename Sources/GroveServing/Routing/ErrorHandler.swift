import GroveWire
import HTTPTypes
import Hummingbird
import Logging
import Metrics

/// The outermost layer: the only place that catches whatever is thrown, and the last that touches a
/// response.
struct ErrorHandler: Sendable {
  let settings: RouterSettings
  let name: String
  /// What the route may be refused with; nil outside of the table of routes.
  private let codes: Set<ProblemCode>?
  private let metrics: RouteMetrics
  private static let requestIDName = HTTPField.Name("X-Request-ID")
  /// The machine asks for these itself, past the proxy.
  private let isForMachines: Bool

  init(settings: RouterSettings, name: String, codes: Set<ProblemCode>? = nil) {
    self.settings = settings
    self.name = name
    self.codes = codes
    isForMachines = ["health", "readiness"].contains(name)
    metrics = RouteMetrics(route: name, factory: settings.metrics)
  }

  func serve(
    _ request: Request, _ context: GroveRequestContext, allow: String? = nil,
    _ respond: (Request, GroveRequestContext) async throws -> Response
  ) async -> Response {
    let start = ContinuousClock.now
    if !isForMachines { settings.watchForwarding(request.headers, context) }
    var response: Response
    do {
      response = try await respond(request, context)
    } catch {
      let problem = problem(for: error, context)
      response = problem.response(requestID: context.id, allow: allow)
      // Rather than read on for as long as the client likes to send: the connection closes after it.
      if RequestBodyReading.announcesMuch(request.headers) {
        response.headers[.connection] = "close"
      }
    }
    SecurityHeaders.complete(&response.headers)
    if let name = Self.requestIDName { response.headers[name] = context.id }
    metrics.record(status: response.status.code, since: start)
    return response
  }

  private func problem(for error: any Error, _ context: GroveRequestContext) -> Problem {
    let given = (error as? RequestAbandoned)?.problem
    if let problem = given ?? error as? Problem ?? settings.problem(error) {
      context.logger.debug(
        "Request refused",
        metadata: ["route": "\(name)", "code": "\(problem.code.rawValue)"])
      // The document says what a route may refuse with: one that refuses otherwise has to be mended.
      assert(
        codes?.contains(problem.code) ?? true, "\(name) does not declare \(problem.code.rawValue)")
      return problem
    }
    // The type says where to look; the error's own words may hold what was sent.
    context.logger.error(
      "Request failed",
      metadata: ["route": "\(name)", "error": "\(String(reflecting: type(of: error)))"])
    return Problem(.internalError)
  }
}
