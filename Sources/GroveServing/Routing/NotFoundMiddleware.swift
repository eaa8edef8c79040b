import GroveWire
import Hummingbird

/// Answers what no route answers. Added after every route, so nothing else passes through it.
struct NotFoundMiddleware: RouterMiddleware {
  typealias Context = GroveRequestContext

  let edge: Edge

  func handle(
    _ request: Request, context: GroveRequestContext,
    next: (Request, GroveRequestContext) async throws -> Response
  ) async throws -> Response {
    await edge.serve(request, context) { _, _ in throw Problem(.notFound) }
  }
}
