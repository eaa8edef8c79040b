import GroveWire
import HTTPTypes
import Hummingbird

/// Answers what no route answers. Added after every route, so nothing else passes through it.
struct NotFoundMiddleware: RouterMiddleware {
  typealias Context = GroveRequestContext

  let errors: ErrorHandler
  /// For people; nil where this server has no pages.
  let page: PageFile?

  func handle(
    _ request: Request, context: GroveRequestContext,
    next: (Request, GroveRequestContext) async throws -> Response
  ) async throws -> Response {
    await errors.serve(request, context) { request, _ in
      guard MethodRouter.known.contains(request.method) else { throw Problem(.notImplemented) }
      return try Self.answer(request.head, page)
    }
  }

  /// A page for a browser that shows an address to a person, a problem for every program.
  ///
  /// - Throws: `not_found`.
  static func answer(_ head: HTTPRequest, _ page: PageFile?) throws(Problem) -> Response {
    guard let page, head.method == .get || head.method == .head, isForPerson(head) else {
      throw Problem(.notFound)
    }
    return page.response(status: .notFound)
  }

  /// Whether the asker names HTML; `*/*`, which programs say, names nothing.
  private static func isForPerson(_ head: HTTPRequest) -> Bool {
    head.headerFields[values: .accept].flatMap { $0.split(separator: ",") }.contains { part in
      let type = part.prefix { $0 != ";" }.drop { $0 == " " || $0 == "\t" }
      return type.prefix { $0 != " " && $0 != "\t" }.lowercased() == "text/html"
    }
  }
}
