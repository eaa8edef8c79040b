import CollaborationDomain
import CollaborationServer
import DriveDomain
import Foundation
import GroveIdentity
import GroveServing
import Logging
import RecordDomain
import RelayDomain
import RelayServer
import ServiceLifecycle
import StoreSQLite

/// Both servers as the settings want them: their stores opened, their origins known.
struct Servers {
  let origins: [ServeCommand.Role: Origin]
  let dataFolder: String
  let pages: ServedPages
  let logger: Logger
  private let configuration: Configuration
  private let host: String
  /// Held until the process ends.
  private let locks: [DataFolderLock]
  private let connections: ConnectionLimits
  private let trustedProxies: TrustedProxies
  private let ports: [ServeCommand.Role: Int]
  /// Where metrics are told, if anywhere.
  let operations: ServerSettings?
  /// Of the process, and of each of its servers.
  let processMetrics = PrometheusRegistry()
  let metrics: [ServeCommand.Role: PrometheusRegistry]
  private let disk: [ServeCommand.Role: DiskWatch]
  let stores: ServedStores
  /// Keeps files; nil: the data folder does.
  private let bucket: S3Bucket?
  /// Nil where this is the only server on its database.
  private let nodeKey: NodeFolderKey?
  let drain: Drain?

  private static let now: @Sendable () -> UInt64 = {
    UInt64(max(0, Date().timeIntervalSince1970 * 1000))
  }

  private static let random: @Sendable (Int) -> [UInt8] = { count in
    (0..<count).map { _ in UInt8.random(in: .min ... .max) }
  }

  /// - Throws: `CommandFailure` for a setting that makes no sense; `StartFailure` where the disk
  ///   refuses; what a store throws.
  init(configuration: Configuration, roles: [ServeCommand.Role]) throws {
    self.configuration = configuration
    dataFolder = try configuration.text(.data)
    host = try configuration.text(.host)
    logger = try ServerLog.logger(
      level: configuration.text(.logLevel), format: configuration.text(.logFormat))
    try DataFolder.open(dataFolder)
    let postgres = try configuration.postgres()
    try MovedDatabases.check(dataFolder, roles, isPostgres: postgres != nil)
    bucket = try configuration.s3().map { S3Bucket($0) { Int(Self.now() / 1000) } }
    var turn = try Self.operatorTurn(roles, folder: dataFolder, logger)
    let isNode = try configuration.isNode()
    locks = try roles.map { [dataFolder] in
      try DataFolderLock(folder: dataFolder, role: $0, isShared: isNode)
    }
    nodeKey = isNode ? try NodeFolderKey(folder: dataFolder) : nil
    drain = try configuration.drainSeconds().map { Drain(.seconds($0)) }
    let (ports, origins) = try Self.places(of: roles, host: host, configuration)
    self.ports = ports
    self.origins = origins
    operations = try OperationsAddress(configuration, roles: roles).claimed(logger: logger)
    let metrics = Dictionary(
      uniqueKeysWithValues: roles.map {
        ($0, PrometheusRegistry(labels: [("server", $0.rawValue)]))
      })
    self.metrics = metrics
    trustedProxies = try configuration.trustedProxies()
    connections = try ConnectionLimits(configuration, servers: roles.count)
    let disk = Dictionary(
      uniqueKeysWithValues: roles.map { [logger] role in
        (role, DiskWatch(logger: logger, metrics: metrics[role]))
      })
    self.disk = disk
    stores = try ServedStores(
      folder: dataFolder, postgres, key: nodeKey, disk: disk, logger)
    // The databases are open: now commands may work beside this server.
    withExtendedLifetime(turn) {}
    turn = nil
    // Last, because it takes longest.
    pages = try ServedPages(configuration, origins: origins)
    watch()
    registerMetrics(started: Double(Self.now()) / 1000)
  }

  /// Commands that work on the accounts, and a server that begins, take turns.
  private static func operatorTurn(
    _ roles: [ServeCommand.Role], folder: String, _ logger: Logger
  ) throws -> OperatorLock? {
    guard roles.contains(.collaboration) else { return nil }
    return try OperatorLock(folder: folder) {
      logger.notice("Waiting for a command that works on the accounts")
    }
  }

  /// - Throws: `CommandFailure` for a port that is taken.
  private static func places(
    of roles: [ServeCommand.Role], host: String, _ configuration: Configuration
  ) throws -> ([ServeCommand.Role: Int], [ServeCommand.Role: Origin]) {
    var ports: [ServeCommand.Role: Int] = [:]
    var origins: [ServeCommand.Role: Origin] = [:]
    for role in roles {
      let port = try configuration.port(role == .relay ? .relayPort : .appPort)
      ports[role] = port == 0 ? try FreePort.find(host: host) : port
      guard port == 0 || FreePort.isFree(port, host: host) else {
        throw CommandFailure("Port \(port) on \(host) is in use or not allowed.")
      }
      origins[role] = try Self.origin(of: role, port: ports[role] ?? 0, configuration)
    }
    return (ports, origins)
  }

  /// Where each server listens on this machine.
  var listeners: [Origin] {
    let name = host == "0.0.0.0" ? "127.0.0.1" : host
    return ports.values.sorted().compactMap { try? Origin("http://\(name):\($0)") }
  }

  /// Each store is probed where its disk refused something, and then the room beside it.
  private func watch() {
    for (role, store) in stores.all {
      guard let disk = disk[role] else { continue }
      disk.add { try await Self.noting(disk) { try await store.probe() } }
      disk.addRoom(beside: "\(dataFolder)/\(role.rawValue).sqlite")
    }
  }

  private static func noting(_ disk: DiskWatch, _ probe: () async throws -> Void) async throws {
    do {
      try await probe()
    } catch let fault as StoreFault {
      disk.note(DiskFault(fault))
      throw fault
    }
  }

  /// - Parameter onRunning: called once for each server when it answers.
  func services(onRunning: @escaping @Sendable (ServeCommand.Role) async -> Void) throws
    -> [any Service]
  {
    var services: [any Service] = Array(disk.values)
    if let bucket { services.append(bucket) }
    var readiness: [@Sendable () async -> Bool] = []
    if let store = stores.relay, let origin = origins[.relay] {
      let server = try relay(origin, store)
      readiness.append(server.isReady)
      services += server.services(settings(.relay), logger: logger) { _ in
        await onRunning(.relay)
      }
    }
    if let store = stores.collaboration, let origin = origins[.collaboration] {
      let server = try collaborationServer(origin, store)
      readiness.append(server.isReady)
      services += server.services(settings(.collaboration), logger: logger) { _ in
        await onRunning(.collaboration)
      }
    }
    // First in the list is shut down last: what the servers do at their end is still counted.
    return try operationsServices(readiness) + services + [drain].compactMap { $0 }
  }

  private func operationsServices(_ readiness: [@Sendable () async -> Bool]) throws
    -> [any Service]
  {
    guard let operations else { return [] }
    let server = OperationsServer(
      registries: [processMetrics] + metrics.values, readiness: readiness, drain: drain)
    return [try server.service(operations, logger: logger)]
  }

  private func settings(_ role: ServeCommand.Role) -> ServerSettings {
    var settings = ServerSettings(host: host, port: ports[role] ?? 0)
    settings.connections = connections
    settings.metrics = metrics[role]
    settings.trustedProxies = trustedProxies
    return settings
  }

  private func relay(_ origin: Origin, _ store: any RelayStore) throws -> RelayServer {
    var settings = RelayServerConfiguration(
      publicOrigin: origin, attachmentsFolder: dataFolder + "/attachments",
      challengeKey: nodeKey?.challengeKey ?? SecretBytes(Self.random(32)))
    settings.nodes = try nodes(.relay)
    settings.drain = drain
    settings.bodiesFolder = nodeKey == nil ? dataFolder + "/relay-bodies" : nil
    settings.pages = pages.messenger
    settings.trustedProxies = trustedProxies
    settings.disk = disk[.relay]
    settings.bucket = bucket
    settings.webPush = try WebPushSettings(configuration, folder: dataFolder)
    settings.rates.signUp.burst = Double(try configuration.count(.signUpBurst))
    try Self.makeFolder(settings.attachmentsFolder)
    return try RelayServer(
      configuration: settings, store: store, now: Self.now, random: Self.random,
      metrics: metrics[.relay])
  }

  private func nodes(_ role: ServeCommand.Role) throws -> Nodes? {
    guard let register = stores.nodes[role], let nodeKey else { return nil }
    let wakeUps = try configuration.nats().map {
      NATSWakeUps($0, installation: nodeKey.folderID, server: role.rawValue)
    }
    return Nodes(
      register, wakeUps: wakeUps, aliasKey: nodeKey.aliasKey, random: Self.random)
  }

  private static func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StartFailure(error, path: path)
    }
  }

  private func collaborationServer(
    _ origin: Origin, _ store: any CollaborationStore & RecordStore & DriveStore
  )
    throws -> CollaborationServer
  {
    let path = dataFolder + "/" + Backup.keyFile
    let readKeys = { @Sendable in try CollaborationKeyFile.open(path, now: Self.now()) }
    var settings = CollaborationServerConfiguration(publicOrigin: origin, keys: try readKeys())
    settings.readKeys = readKeys
    try settings.apply(configuration)
    // The operator's own relay may be anywhere, also where another process runs it.
    let named = try configuration.value(of: .relayOrigin).flatMap { try? Origin($0.text) }
    if let relay = origins[.relay] ?? named { settings.noticeRelays.insert(relay) }
    settings.nodes = try nodes(.collaboration)
    settings.drain = drain
    settings.bodiesFolder = nodeKey == nil ? dataFolder + "/collaboration-bodies" : nil
    settings.pages = pages.recipes
    settings.disk = disk[.collaboration]
    settings.bucket = bucket
    settings.assetsFolder = dataFolder + "/" + Backup.assets
    try Self.makeFolder(dataFolder + "/" + Backup.assets)
    // What was kept while drives were on goes on being swept when they are off.
    let drives = dataFolder + "/" + Backup.drives
    if settings.servesDrives || FileManager.default.fileExists(atPath: drives) {
      settings.drivesFolder = drives
      try Self.makeFolder(drives)
    }
    return try CollaborationServer(
      configuration: settings, store: store, now: Self.now, random: Self.random,
      metrics: metrics[.collaboration])
  }

  /// The public origin that is set, or the address itself on this machine.
  static func origin(
    of role: ServeCommand.Role, port: Int, _ configuration: Configuration
  ) throws -> Origin {
    let setting = role == .relay ? Setting.relayOrigin : Setting.appOrigin
    let text =
      try configuration.value(of: setting)?.text ?? "http://127.0.0.1"
      + (port == 80 ? "" : ":\(port)")
    guard let origin = try? Origin(text) else {
      throw CommandFailure("\(setting.name) is “\(text)”; it looks like https://docs.example.")
    }
    return origin
  }
}
