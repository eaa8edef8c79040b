import GroveWire
import HTTPTypes
import Hummingbird

/// One registered route, its types gone: what a server answers at one path and method.
struct RouteEndpoint: Sendable {
  let description: RouteDescription
  /// A stream has no `HEAD`: it would open and never end.
  let isStream: Bool
  let respond: @Sendable (Request, GroveRequestContext) async throws -> Response
}
