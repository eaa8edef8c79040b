package import GroveWire
import HTTPTypes
import Hummingbird

extension GroveRouter {
  /// The files of a page set, for anybody. Its page `/not-found`, where it has one, is what a person
  /// sees at an address where there is nothing.
  package func addPages(_ set: PageSet) {
    notFound = set.file(at: "/not-found")
    for address in set.addresses { addPages(address, set) }
    for prefix in set.prefixes { addPages(prefix + "/**", set) }
  }

  private func addPages(_ path: String, _ set: PageSet) {
    let route = Route<NoBody, RawBody>("pages", .get, path, .none)
    let origin = settings.publicOrigin
    pages.append(
      RouteEndpoint(description: route.description, isStream: false, isDeclared: false) {
        request, _ in
        guard let file = set.file(at: request.uri.path) else {
          return try NotFoundMiddleware.answer(request.head, set.file(at: "/not-found"))
        }
        return Self.answer(file, to: request.head, on: origin)
      })
  }

  /// A declared route that answers a page, whatever the rest of its path is.
  package func onPage(_ route: Route<NoBody, RawBody>, _ file: PageFile) {
    let origin = settings.publicOrigin
    add(route, .none, isStream: false) { request, _ in
      Self.answer(file, to: request.head, on: origin)
    }
  }

  private static func answer(_ file: PageFile, to head: HTTPRequest, on origin: String) -> Response
  {
    guard let address = LoopbackName.address(of: head, on: origin) else {
      return file.response(to: head)
    }
    return Response(status: .temporaryRedirect, headers: [.location: address])
  }
}
