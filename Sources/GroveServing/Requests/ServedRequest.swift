import GroveIdentity
package import GroveWire
package import HTTPTypes
import Hummingbird
package import Logging

/// One request as a handler sees it: the body decoded, everything else checked when asked for.
package struct ServedRequest<Body: Sendable>: Sendable {
  package let body: Body
  package let head: HTTPRequest
  package let context: GroveRequestContext
  let settings: RouterSettings

  /// Who is asking, as far as the network and trusted proxies know: what per-address limits count.
  package var clientAddress: String { settings.clientAddress(headers, context) }
  package var headers: HTTPFields { head.headerFields }
  /// Names the request in the log and in a problem body.
  package var id: String { context.id }
  package var logger: Logger { context.logger }

  /// A segment of the path, percent-decoded.
  ///
  /// - Throws: `malformed` when the segment is not well-formed percent-encoded UTF-8.
  package func parameter(_ name: String) throws(Problem) -> String {
    guard let text = context.parameters.get(name), let value = PercentEncoding.decode(text) else {
      throw Problem(.malformed, detail: "path parameter \(name)")
    }
    return value
  }

  /// The same, turned into a value: `try request.parameter("documentID", DocumentID.init(text:))`.
  package func parameter<Value>(
    _ name: String, _ make: (String) throws -> Value
  ) throws(Problem) -> Value {
    let text = try parameter(name)
    do {
      return try make(text)
    } catch {
      throw Problem(.malformed, detail: "path parameter \(name)")
    }
  }

  /// The query's members, each name at most once.
  ///
  /// - Throws: `malformed`.
  package var query: QueryParameters {
    get throws(Problem) { try QueryParameters(path: head.path ?? "") }
  }

  /// Where a stream or page is to go on: `Last-Event-ID`, else `after`, else the beginning.
  ///
  /// The header wins, because a browser that reconnects repeats the address it was first given.
  /// - Throws: `malformed` for anything but canonical decimal text.
  package var resumePosition: UInt64 {
    get throws(Problem) {
      if let name = HTTPField.Name("Last-Event-ID"), let text = headers[name], !text.isEmpty {
        guard let position = try? DecimalUInt64(text: text) else {
          throw Problem(.malformed, detail: "Last-Event-ID")
        }
        return position.value
      }
      return try query.position("after") ?? 0
    }
  }
}
