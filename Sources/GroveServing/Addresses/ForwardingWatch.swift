import HTTPTypes
import Logging
import Metrics
import Synchronization

/// Notices what makes per-address limits count the wrong thing: a proxy that is not declared, behind
/// which everybody is one client, and a declared one that does not say for whom it asks.
///
/// Anybody can send the headers, so the metric counts each time and the log says it once.
final class ForwardingWatch: Sendable {
  private let undeclared: Counter
  private let silent: Counter
  private let hasLogged = Atomic(false)

  init(factory: any MetricsFactory) {
    undeclared = Counter(label: "forwarding_headers_ignored_total", factory: factory)
    silent = Counter(label: "forwarding_headers_missing_total", factory: factory)
  }

  func look(
    at headers: HTTPFields, from makePeer: @autoclosure () -> NetworkAddress?,
    _ proxies: TrustedProxies, _ logger: Logger
  ) {
    let present = ForwardingHeaders.arePresent(in: headers)
    guard present || proxies != .none else { return }
    let peer = makePeer()
    switch (peer.map(proxies.contains) ?? false, present) {
    case (true, true), (false, false): return
    case (true, false): silent.increment()
    case (false, true):
      undeclared.increment()
      guard !hasLogged.exchange(true, ordering: .relaxed) else { return }
      logger.warning(
        "A proxy is not declared, or somebody pretends to be one",
        metadata: ["peer": "\(peer?.limitKey ?? "unknown")", "setting": "trusted-proxy"])
    }
  }
}
