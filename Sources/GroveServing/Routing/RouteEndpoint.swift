import GroveWire
import HTTPTypes
import Hummingbird

/// One registered route, its types gone: what a server answers at one path and method.
struct RouteEndpoint: Sendable {
  let description: RouteDescription
  /// A stream has no `HEAD`: it would open and never end.
  let isStream: Bool
  /// Whether the route is one of a table, which says what it may be refused with.
  var isDeclared = true
  var codes: Set<ProblemCode>? { isDeclared ? description.problemCodes : nil }
  let respond: @Sendable (Request, GroveRequestContext) async throws -> Response
}
