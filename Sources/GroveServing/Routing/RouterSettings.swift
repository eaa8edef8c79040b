package import GroveIdentity
package import GroveWire
import HTTPTypes
import Hummingbird
package import Metrics
import NIOCore

/// What a server's router needs to know about its surroundings.
package struct RouterSettings: Sendable {
  /// The origin under which browsers know this server; requests with its cookie must come from it.
  package var publicOrigin: String
  /// Whether the last `X-Forwarded-For` entry, written by our own proxy, names the client.
  package var trustsProxy = false
  package var metrics: any MetricsFactory
  /// Gives an error of the server's own modules its problem; nil: unknown, answered as
  /// `internal_error` with nothing else in it.
  package var problem: @Sendable (any Error) -> Problem?

  package init(
    publicOrigin: Origin, metrics: any MetricsFactory = NOOPMetricsHandler.instance,
    problem: @escaping @Sendable (any Error) -> Problem? = { _ in nil }
  ) {
    self.publicOrigin = String(decoding: publicOrigin.bytes, as: UTF8.self)
    self.metrics = metrics
    self.problem = problem
  }

  func clientAddress(_ head: HTTPRequest, _ context: GroveRequestContext) -> String {
    if trustsProxy, let name = HTTPField.Name("X-Forwarded-For"),
      let last = head.headerFields[name]?.split(separator: ",").last
    {
      return String(last.drop { $0 == " " })
    }
    return context.channel.remoteAddress?.ipAddress ?? ""
  }
}
