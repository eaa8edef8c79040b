import GroveWire
import HTTPTypes
import Hummingbird

/// Everything one path answers: its routes, `HEAD` and `OPTIONS` that follow from them (RFC 9110
/// sections 9.3.2 and 9.3.7), and 405 with `Allow` for the rest.
struct MethodRouter {
  static let known: [HTTPRequest.Method] = [
    .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
  ]

  static let names = Set(known.map(\.rawValue))

  private let endpoints: [HTTPRequest.Method: RouteEndpoint]
  private let settings: RouterSettings
  private let allow: String

  init(_ endpoints: [RouteEndpoint], settings: RouterSettings) {
    self.endpoints = Dictionary(
      endpoints.map { (Self.method(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    self.settings = settings
    var methods = self.endpoints.keys.map(\.rawValue) + ["OPTIONS"]
    if let get = self.endpoints[.get], !get.isStream { methods.append("HEAD") }
    allow = methods.sorted().joined(separator: ", ")
  }

  func responder(_ method: HTTPRequest.Method) -> CallbackResponder<GroveRequestContext> {
    if let endpoint = endpoints[method] { return serving(endpoint) { $0 } }
    if method == .head, let get = endpoints[.get], !get.isStream {
      return serving(get) { $0.createHeadResponse() }
    }
    let errors = ErrorHandler(settings: settings, name: "unknown")
    let allow = allow
    return CallbackResponder { request, context in
      await errors.serve(request, context, allow: allow) { _, _ in
        guard method == .options else { throw Problem(.methodNotAllowed) }
        return Response(status: .noContent, headers: [.allow: allow])
      }
    }
  }

  private func serving(
    _ endpoint: RouteEndpoint, _ finish: @escaping @Sendable (Response) -> Response
  ) -> CallbackResponder<GroveRequestContext> {
    let errors = ErrorHandler(
      settings: settings, name: endpoint.description.name, codes: endpoint.codes)
    return CallbackResponder { request, context in
      finish(await errors.serve(request, context, endpoint.respond))
    }
  }

  private static func method(of endpoint: RouteEndpoint) -> HTTPRequest.Method {
    switch endpoint.description.method {
    case .get: .get
    case .post: .post
    case .put: .put
    case .patch: .patch
    case .delete: .delete
    }
  }
}
