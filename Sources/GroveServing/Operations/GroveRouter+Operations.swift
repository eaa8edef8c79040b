package import GroveWire
package import HTTPTypes
import Hummingbird

extension GroveRouter {
  /// A document outside of the table of routes, for anybody: a well-known file, a page.
  package func document(
    _ path: String, name: String, headers: HTTPFields,
    _ make: @escaping @Sendable (ServedRequest<NoBody>) async throws -> [UInt8]
  ) {
    let route = Route<NoBody, RawBody>(name, .get, path, .none)
    let settings = settings
    pages.append(
      RouteEndpoint(description: route.description, isStream: false, isDeclared: false) {
        request, context in
        let served = ServedRequest(
          body: NoBody(), head: request.head, context: context,
          settings: settings)
        return Response(
          status: .ok, headers: headers,
          body: ResponseBody(byteBuffer: ByteBuffer(bytes: try await make(served))))
      })
  }

  /// What proxies and people ask of a server in public: is it alive (`/healthz`), can it answer
  /// (`/readyz`), what does it offer (`/openapi.yaml`). What it has done is told elsewhere, by
  /// `OperationsServer`: how many people do what is nobody else's business.
  ///
  /// - Parameters:
  ///   - isReady: whether the store answers, now.
  ///   - drain: what tells load balancers that the server is being ended; nil: nothing does.
  ///   - openAPI: the text of the document.
  package func addOperations(
    isReady: @escaping @Sendable () async -> Bool, drain: Drain?, openAPI: String
  ) {
    addHealth(isReady: isReady, drain: drain)
    let document = Array(openAPI.utf8)
    self.document("/openapi.yaml", name: "openAPI", headers: [.contentType: "application/yaml"]) {
      _ in document
    }
  }

  func addHealth(isReady: @escaping @Sendable () async -> Bool, drain: Drain?) {
    let text: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
    document("/healthz", name: "health", headers: text) { _ in Array("ok\n".utf8) }
    document("/readyz", name: "readiness", headers: text) { _ in
      // Not “away”, which would have balancers cut what is still being answered: “no more of it”, as HAProxy calls it
      // (`http-check disable-on-404`). For those who know no such thing it is not ready.
      guard drain?.hasBegun != true else { throw Problem(.notFound, detail: "It is being ended.") }
      guard await isReady() else { throw Problem(.unavailable, retryAfter: 1) }
      return Array("ready\n".utf8)
    }
  }
}
