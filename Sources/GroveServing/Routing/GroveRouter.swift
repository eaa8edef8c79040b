import GroveIdentity
package import GroveWire
import HTTPTypes
import Hummingbird

/// Registers handlers under the routes that `GroveWire` declares, and builds what answers requests.
///
/// A handler gets the decoded body and returns a wire value, or throws a `Problem`. Everything
/// around it is done here once: authentication, limits, sizes, content types, problems, headers,
/// metrics. `build` refuses a server whose table of routes is not complete.
package final class GroveRouter<Authenticator: CallerAuthenticator> {
  package typealias Caller = Authenticator.Caller

  let authenticator: Authenticator
  let settings: RouterSettings
  let gate: CallerGate<Authenticator>
  let bodies: BodyStore
  var endpoints: [RouteEndpoint] = []
  /// Pages and operations, which are in no table of routes.
  var pages: [RouteEndpoint] = []
  /// Addresses that speak another protocol, which are in none either.
  var trees: [TreeEndpoint] = []
  /// What a person sees where there is nothing.
  var notFound: PageFile?
  var mistakes: [RegistrationError] = []

  package init(authenticator: Authenticator, settings: RouterSettings) {
    self.authenticator = authenticator
    self.settings = settings
    gate = CallerGate(authenticator: authenticator, settings: settings)
    bodies = BodyStore(limits: settings.bodies, folder: settings.bodiesFolder)
  }

  /// A route for signed-in callers.
  package func on<Body: Sendable, Value: Sendable>(
    _ route: Route<Body, Value>, limits: RouteLimits = RouteLimits(),
    _ handler: @escaping @Sendable (ServedRequest<Body>, Caller) async throws -> Value
  ) {
    onWithHeaders(route, limits: limits) { Answer(try await handler($0, $1)) }
  }

  /// The same, for handlers that also set header fields.
  package func onWithHeaders<Body: Sendable, Value: Sendable>(
    _ route: Route<Body, Value>, limits: RouteLimits = RouteLimits(),
    _ handler: @escaping @Sendable (ServedRequest<Body>, Caller) async throws -> Answer<Value>
  ) {
    let (gate, authenticator) = (gate, authenticator)
    let limiter = CallLimiter(limits, of: route.name, among: settings.rates)
    register(route, limits, .required) { request, context in
      let caller = try await gate.admit(request.head, limiter, context)
      return Admitted(account: { authenticator.rateLimitKey(of: caller) }) {
        try await handler($0, caller)
      }
    }
  }

  /// A route for anybody.
  package func onPublic<Body: Sendable, Value: Sendable>(
    _ route: Route<Body, Value>, limits: RouteLimits = RouteLimits(),
    _ handler: @escaping @Sendable (ServedRequest<Body>) async throws -> Value
  ) {
    onPublicWithHeaders(route, limits: limits) { Answer(try await handler($0)) }
  }

  /// The same, for handlers that also set header fields.
  package func onPublicWithHeaders<Body: Sendable, Value: Sendable>(
    _ route: Route<Body, Value>, limits: RouteLimits = RouteLimits(),
    _ handler: @escaping @Sendable (ServedRequest<Body>) async throws -> Answer<Value>
  ) {
    let settings = settings
    let limiter = CallLimiter(limits, of: route.name, among: settings.rates)
    register(route, limits, .none) { request, context in
      try limiter.count(address: settings.clientAddress(request.headers, context))
      return Admitted(handle: handler)
    }
  }

  /// A route that begins a session: for programs and for this server's own pages, and not for those
  /// of others, which could sign a person in to an account that is not theirs.
  package func onSignIn<Body: Sendable, Value: Sendable>(
    _ route: Route<Body, Value>, limits: RouteLimits = RouteLimits(),
    _ handler: @escaping @Sendable (ServedRequest<Body>) async throws -> Answer<Value>
  ) {
    let settings = settings
    let limiter = CallLimiter(limits, of: route.name, among: settings.rates)
    register(route, limits, .none) { request, context in
      try SameOrigin(publicOrigin: settings.publicOrigin).checkSignIn(request.head)
      try limiter.count(address: settings.clientAddress(request.headers, context))
      return Admitted(handle: handler)
    }
  }
}
