import GroveIdentity
import GroveWire
import HTTPTypes
package import Logging
package import ServiceLifecycle

/// What whoever runs the servers asks of them, on an address of its own: `/metrics` of all servers of
/// the process, each series with its server's name; `/healthz`; and `/readyz`, which is 200 while all
/// of them can answer. Nobody is asked who they are: the address is for the machine itself, or for a
/// network that only its operators reach.
package struct OperationsServer: Sendable {
  private let registries: [PrometheusRegistry]
  private let isReady: @Sendable () async -> Bool
  private let drain: Drain?

  /// - Parameters:
  ///   - readiness: of each server.
  ///   - drain: of all of them.
  package init(
    registries: [PrometheusRegistry], readiness: [@Sendable () async -> Bool], drain: Drain? = nil
  ) {
    self.registries = registries
    self.drain = drain
    isReady = {
      for isReady in readiness {
        guard await isReady() else { return false }
      }
      return true
    }
  }

  /// - Parameter onRunning: called once with the bound port.
  /// - Throws: where its own routes are declared wrongly.
  package func service(
    _ settings: ServerSettings, logger: Logger,
    onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) throws -> any Service {
    // No page of any origin may do anything here, so it has none of its own.
    let router = GroveRouter(
      authenticator: NoAuthentication(),
      settings: RouterSettings(publicOrigin: try Origin("http://127.0.0.1")))
    router.addHealth(isReady: isReady, drain: drain)
    let exposition: HTTPFields = [.contentType: "text/plain; version=0.0.4; charset=utf-8"]
    let registries = registries
    router.document("/metrics", name: "metrics", headers: exposition) { _ in
      Array(PrometheusRegistry.text(of: registries).utf8)
    }
    return GroveServer(
      responder: try router.build(table: []), settings: settings, live: LiveStreams(),
      logger: logger, onRunning: onRunning)
  }
}

/// Nobody signs in here.
private struct NoAuthentication: CallerAuthenticator {
  struct NoCaller: Sendable {}

  func caller(presenting credential: Credential, headers: HTTPFields) async throws -> NoCaller {
    throw Problem(.unauthenticated)
  }

  func rateLimitKey(of caller: NoCaller) -> String { "" }
}
