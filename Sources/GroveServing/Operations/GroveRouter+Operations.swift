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
      RouteEndpoint(description: route.description, isStream: false) { request, context in
        let served = ServedRequest(
          body: NoBody(), head: request.head, context: context,
          settings: settings)
        return Response(
          status: .ok, headers: headers,
          body: ResponseBody(byteBuffer: ByteBuffer(bytes: try await make(served))))
      })
  }

  /// What whoever runs the server asks: is it alive (`/healthz`), can it answer (`/readyz`), what
  /// has it done (`/metrics`), what does it offer (`/openapi.yaml`).
  ///
  /// - Parameters:
  ///   - isReady: whether the store answers, now.
  ///   - metrics: nil leaves `/metrics` out; it shows counts to whoever can reach it.
  ///   - openAPI: the text of the document.
  package func addOperations(
    isReady: @escaping @Sendable () async -> Bool, metrics: PrometheusRegistry?, openAPI: String
  ) {
    let text: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
    document("/healthz", name: "health", headers: text) { _ in Array("ok\n".utf8) }
    document("/readyz", name: "readiness", headers: text) { _ in
      guard await isReady() else { throw Problem(.unavailable, retryAfter: 1) }
      return Array("ready\n".utf8)
    }
    let document = Array(openAPI.utf8)
    self.document("/openapi.yaml", name: "openAPI", headers: [.contentType: "application/yaml"]) {
      _ in document
    }
    guard let metrics else { return }
    let exposition: HTTPFields = [.contentType: "text/plain; version=0.0.4; charset=utf-8"]
    self.document("/metrics", name: "metrics", headers: exposition) { _ in
      Array(metrics.text.utf8)
    }
  }
}
