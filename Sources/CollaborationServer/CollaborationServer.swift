package import CollaborationDomain
package import DriveDomain
package import GroveServing
import GroveWire
import Hummingbird
package import Logging
import Metrics
package import RecordDomain
package import ServiceLifecycle

/// The collaboration server over HTTP: built the same way by the command line and by tests; only the
/// configuration, the store and the sources of time and chance differ.
package struct CollaborationServer: Sendable {
  private let core: CollaborationCore
  private let responder: RouterResponder<GroveRequestContext>
  /// Whether the store answers, now.
  package let isReady: @Sendable () async -> Bool

  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - random: so many bytes nobody can guess.
  ///   - metrics: what the server counts in; nil: nothing is counted.
  /// - Throws: where a folder of files cannot be used or a route is missing.
  package init(
    configuration: CollaborationServerConfiguration,
    store: any CollaborationStore & RecordStore & DriveStore,
    now: @escaping @Sendable () -> UInt64,
    random: @escaping @Sendable (Int) -> [UInt8],
    metrics: PrometheusRegistry? = nil
  ) throws {
    let driveFiles: KeptFiles<DriveFileID>? = try Self.kept(
      configuration.drivesFolder, "drives", configuration)
    core = CollaborationCore(
      store: store, assets: try Self.kept(configuration.assetsFolder, "assets", configuration),
      driveFiles: driveFiles,
      live: LiveStreams(settings: configuration.streams, nodes: configuration.nodes),
      presence: PresenceHub(hasOthers: configuration.nodes != nil), pieces: LogChunkCache(),
      signIns: SignInGate(configuration, random: random(48)),
      appPasswordTries: PasswordTries(configuration.signIns, at: .drives, configuration.nodes),
      uses: SessionUseTimes(),
      removals: Metrics.Timer(
        label: "removal_duration_seconds", dimensions: [],
        factory: metrics ?? NOOPMetricsHandler.instance), configuration: configuration, now: now,
      random: random)
    let authenticator = AppAuthenticator(configuration, core.uses, now: now)
    let router = GroveRouter(
      authenticator: authenticator, settings: Self.settings(configuration, metrics))
    router.addAccountRoutes(core)
    router.addSessionRoutes(core)
    router.addPasswordResetRoutes(core)
    router.addSignInCodeRoutes(core)
    router.addProviderRoutes(core)
    router.addDocumentRoutes(core)
    router.addUpdateRoutes(core)
    router.addPresenceRoutes(core)
    router.addSharingRoutes(core)
    router.addIdentityRoutes(core)
    router.addAccessRoutes(core)
    router.addEntryRoutes(core)
    router.addKnockRoutes(core)
    router.addNoticeRoutes(core)
    router.addNoticeAddressRoutes(core)
    router.addRecordRoutes(core)
    let drives = driveFiles.map { [core] files in
      DriveCalls(core, files, sessions: authenticator)
    }
    router.addDriveRoutes(
      configuration.servesDrives ? drives : nil, rate: configuration.rates.drives)
    if configuration.servesDrives, let drives { router.addDrive(drives) }
    try router.addPageRoutes(core)
    let (live, disk) = (core.live, configuration.disk)
    metrics?.gauge("disk_healthy") { disk?.isHealthy == false ? 0 : 1 }
    metrics?.gauge("collaboration_open_streams") { Double(live.count) }
    let nodes = configuration.nodes
    nodes?.register(metrics)
    isReady = {
      guard nodes?.gate.isOpen != false, disk?.isHealthy != false else { return false }
      return (try? await store.read { _ in true }) ?? false
    }
    let openAPI = try CollaborationOpenAPI.document().yaml
    router.addOperations(isReady: isReady, drain: configuration.drain, openAPI: openAPI)
    responder = try router.build(table: CollaborationRoutes.all)
  }

  private static func kept<ID>(
    _ path: String?, _ name: String, _ configuration: CollaborationServerConfiguration
  ) throws -> KeptFiles<ID>? {
    try path.map { path in
      try KeptFiles<ID>(
        path: path, label: "collaboration.\(name)", keepsUnfinished: true,
        isShared: configuration.nodes != nil, bucket: configuration.bucket,
        disk: configuration.disk)
    }
  }

  private static func settings(
    _ configuration: CollaborationServerConfiguration, _ metrics: PrometheusRegistry?
  ) -> RouterSettings {
    var settings = RouterSettings(
      publicOrigin: configuration.publicOrigin, metrics: metrics ?? NOOPMetricsHandler.instance,
      problem: { Problem.ofCollaboration($0) })
    settings.trustedProxies = configuration.trustedProxies
    settings.answers = configuration.streams.answers
    settings.bodies = configuration.bodies
    settings.bodiesFolder = configuration.bodiesFolder
    settings.rates = configuration.nodes?.rates
    return settings
  }

  /// What runs: sweeps, then the listener, so that the listener is shut down first.
  ///
  /// - Parameter onRunning: called once with the bound port.
  package func services(
    _ settings: ServerSettings, logger: Logger, sweepEvery interval: Duration = .seconds(60),
    onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) -> [any Service] {
    var services: [any Service] = [
      ExpiryService(core: core, every: interval, logger: logger), PresenceService(core: core),
      KnockService(core: core, logger: logger), NoticeService(core: core, logger: logger),
    ]
    if let load = core.configuration.readKeys {
      services.append(KeyReloader(ring: core.configuration.keyRing, load: load, logger: logger))
    }
    services.append(WakeSignal { [core] in await core.woken(logger) })
    if let nodes = core.configuration.nodes {
      services += [
        DocumentTailService(core: core), TailPoller(core: core),
        NodeService(nodes, core.live, core.nodeHandler(logger), logger: logger),
      ]
    } else if let every = core.configuration.looksAgainEvery {
      services.append(StreamPoller(live: core.live, every: every))
    } else {
      services.append(DocumentTailService(core: core))
    }
    services.append(
      GroveServer(
        responder: responder, settings: settings, live: core.live, logger: logger,
        onRunning: onRunning))
    return services
  }
}
