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
  /// The proxies that may say which address a request comes from.
  package var trustedProxies = TrustedProxies.none
  package var bodies = BodyLimits()
  /// Where large bodies wait until they are complete: a folder for this server alone, which is emptied.
  /// Nil: a temporary one.
  package var bodiesFolder: String?
  /// The nodes that count requests along; nil: none.
  package var rates: SharedRates?
  package let metrics: any MetricsFactory
  /// What large answers are counted by.
  package var answers = ByteBudget()
  /// Gives an error of the server's own modules its problem; nil: unknown, answered as
  /// `internal_error` with nothing else in it.
  package var problem: @Sendable (any Error) -> Problem?
  private let watch: ForwardingWatch

  package init(
    publicOrigin: Origin, metrics: any MetricsFactory = NOOPMetricsHandler.instance,
    problem: @escaping @Sendable (any Error) -> Problem? = { _ in nil }
  ) {
    self.publicOrigin = String(decoding: publicOrigin.bytes, as: UTF8.self)
    self.metrics = metrics
    self.problem = problem
    watch = ForwardingWatch(factory: metrics)
  }

  /// What limits per address count: one IPv4 address, or a /64 of IPv6.
  func clientAddress(_ headers: HTTPFields, _ context: GroveRequestContext) -> String {
    guard let peer = context.peer else { return "" }
    return trustedProxies.client(of: peer, headers).limitKey
  }

  /// Counts a request that shows that addresses are not what they should be.
  func watchForwarding(_ headers: HTTPFields, _ context: GroveRequestContext) {
    watch.look(at: headers, from: context.peer, trustedProxies, context.logger)
  }
}
