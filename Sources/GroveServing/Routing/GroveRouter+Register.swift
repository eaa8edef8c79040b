import GroveWire
import HTTPTypes
import Hummingbird

extension GroveRouter {
  /// What admits a request and then handles it: admission comes before the body is read.
  typealias Admission<Body: Sendable, Value: Sendable> =
    @Sendable (Request, GroveRequestContext) async throws -> Admitted<Body, Value>

  func register<Body: Sendable, Value: Sendable>(
    _ route: Route<Body, Value>, _ limits: RouteLimits, _ authentication: RouteAuthentication,
    _ admit: @escaping Admission<Body, Value>
  ) {
    guard let reader = BodyReader<Body>.choose(), let writer = AnswerWriter<Value>.choose() else {
      mistakes.append(RegistrationError("\(route.name): a body or answer of no known kind"))
      return
    }
    let (settings, bodies) = (settings, bodies)
    add(route, authentication, isStream: false) { request, context in
      let admitted = try await admit(request, context)
      let hold = bodies.hold(for: request.headers) {
        BodyOwner(
          account: admitted.account(), address: settings.clientAddress(request.headers, context))
      }
      defer { hold?.giveBack() }
      let bytes = try await RequestBodyReading.collect(
        request, context, limit: limits.body, hold)
      try reader.checkContentType(request.headers)
      let respond = {
        let served = ServedRequest(
          body: try reader.read(bytes), head: request.head, context: context, settings: settings)
        let room = try await Self.room(limits, admitted.account(), settings)
        let answer = try await admitted.handle(served)
        let status = answer.status ?? route.status
        guard let room else { return try writer.write(answer.value, status, answer.headers) }
        return try writer.write(answer.value, status, answer.headers) {
          ChunkedWriter.body(LargeAnswer($0, room), context.channel)
        }
      }
      guard let turns = limits.turns else { return try await respond() }
      return try await turns.run(for: admitted.account(), respond)
    }
  }

  /// - Throws: `unavailable` when there is none in time.
  private static func room(_ limits: RouteLimits, _ account: String?, _ settings: RouterSettings)
    async throws -> ByteReservation?
  {
    guard let bytes = limits.answer else { return nil }
    return try await settings.answers.take(bytes, for: account ?? "")
  }

  func add<Body: Sendable, Value: Sendable>(
    _ route: Route<Body, Value>, _ authentication: RouteAuthentication, isStream: Bool,
    _ respond: @escaping @Sendable (Request, GroveRequestContext) async throws -> Response
  ) {
    if route.authentication != authentication {
      mistakes.append(RegistrationError("\(route.name): registered for other callers"))
    }
    if endpoints.contains(where: { $0.description.name == route.name }) {
      mistakes.append(RegistrationError("\(route.name): registered twice"))
    }
    let names = route.takesAnyQuery ? nil : Set(route.queryNames)
    endpoints.append(
      RouteEndpoint(description: route.description, isStream: isStream) { request, context in
        if let names { try QueryParameters(path: request.uri.string).check(names) }
        return try await respond(request, context)
      })
  }
}

/// A request that may be handled once its body is read.
struct Admitted<Body: Sendable, Value: Sendable>: Sendable {
  /// Whose it is; nil where nobody has to sign in.
  var account: @Sendable () -> String? = { nil }
  let handle: @Sendable (ServedRequest<Body>) async throws -> Answer<Value>
}
