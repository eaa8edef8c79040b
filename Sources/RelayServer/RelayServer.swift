package import GroveServing
import GroveWire
import Hummingbird
package import Logging
import Metrics
package import RelayDomain
package import ServiceLifecycle

/// The relay over HTTP: built the same way by the command line and by tests; only the
/// configuration, the store and the sources of time and chance differ.
package struct RelayServer: Sendable {
  private let relay: Relay
  private let responder: RouterResponder<GroveRequestContext>
  /// Whether the store answers, now.
  package let isReady: @Sendable () async -> Bool

  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - random: so many bytes nobody can guess.
  ///   - metrics: what the server counts in; nil: nothing is counted.
  /// - Throws: where the attachments' folder cannot be used or a route is missing.
  package init(
    configuration: RelayServerConfiguration, store: any RelayStore,
    now: @escaping @Sendable () -> UInt64, random: @escaping @Sendable (Int) -> [UInt8],
    metrics: PrometheusRegistry? = nil
  ) throws {
    relay = Relay(
      store: store,
      live: LiveStreams(settings: configuration.streams, nodes: configuration.nodes),
      meetings: RendezvousWaiters(),
      openings: RendezvousPlaces(configuration.limits, configuration.nodes),
      attachments: try KeptFiles<AttachmentID>(
        path: configuration.attachmentsFolder, label: "relay.attachments",
        isShared: configuration.nodes != nil, bucket: configuration.bucket,
        disk: configuration.disk),
      challenges: SignInChallenges(key: configuration.challengeKey),
      nodes: configuration.nodes, origin: configuration.publicOrigin, limits: configuration.limits,
      webPush: configuration.webPush.map(WebPushDesk.init), now: now, random: random)
    var settings = RouterSettings(
      publicOrigin: configuration.publicOrigin,
      metrics: metrics ?? NOOPMetricsHandler.instance,
      problem: { Problem.ofRelay($0) })
    settings.trustedProxies = configuration.trustedProxies
    settings.answers = configuration.streams.answers
    settings.bodies = configuration.bodies
    settings.bodiesFolder = configuration.bodiesFolder
    settings.rates = configuration.nodes?.rates
    let router = GroveRouter(
      authenticator: RelayAuthenticator(store: store, now: now), settings: settings)
    let rates = configuration.rates
    router.addAccountRoutes(relay, rates)
    router.addStatementRoutes(relay, rates)
    router.addSignInRoutes(relay, rates)
    router.addConversationRoutes(relay, rates)
    router.addPhotoRoutes(relay, rates)
    router.addAdmissionRoutes(relay, rates)
    router.addMailboxRoutes(relay, rates)
    router.addNoticeAddressRoutes(relay, rates)
    router.addWebPushRoutes(relay, rates)
    router.addRendezvousRoutes(relay, rates)
    router.addAttachmentRoutes(relay, rates)
    let (live, disk) = (relay.live, configuration.disk)
    metrics?.gauge("disk_healthy") { disk?.isHealthy == false ? 0 : 1 }
    metrics?.gauge("relay_open_streams") { Double(live.count) }
    let nodes = configuration.nodes
    nodes?.register(metrics)
    isReady = {
      guard nodes?.gate.isOpen != false, disk?.isHealthy != false else { return false }
      return (try? await store.read { try $0.openRendezvous(at: .max) }) != nil
    }
    let openAPI = try RelayOpenAPI.document().yaml
    router.addOperations(isReady: isReady, drain: configuration.drain, openAPI: openAPI)
    if let pages = configuration.pages { router.addPages(pages) }
    if configuration.pages?.hasHome != true {
      router.addIndexPage(origin: configuration.publicOrigin)
    }
    responder = try router.build(table: RelayRoutes.all)
  }

  /// What runs: expiry, web pushes, then the listener, so that the listener is shut down first.
  ///
  /// - Parameter onRunning: called once with the bound port.
  package func services(
    _ settings: ServerSettings, logger: Logger, sweepEvery interval: Duration = .seconds(600),
    onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) -> [any Service] {
    let pushes = relay.webPush.map { WebPushService(relay: relay, desk: $0, logger: logger) }
    return [
      ExpiryService(relay: relay, every: interval, logger: logger),
      MailboxTailService(relay: relay),
    ]
      + nodeServices(logger) + [pushes].compactMap { $0 } + [
        GroveServer(
          responder: responder, settings: settings, live: relay.live, logger: logger,
          onRunning: onRunning)
      ]
  }

  private func nodeServices(_ logger: Logger) -> [any Service] {
    guard let nodes = relay.nodes else { return [] }
    return [
      MailboxPoller(relay: relay),
      NodeService(nodes, relay.live, relay.nodeHandler, logger: logger),
    ]
  }
}
