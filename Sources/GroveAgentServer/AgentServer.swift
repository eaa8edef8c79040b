import Foundation
package import GroveAgent
package import GroveSystem
package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The agent: one messenger for all apps of a person on a machine, on a Unix socket.
///
/// Opening claims the socket's place and makes the known apps answerable, so it comes before the
/// messenger runs; `run()` serves.
package struct AgentServer: Service {
  package struct Settings: Sendable {
    package var socketPath: String
    package var registry: AppRegistryFile
    /// Where started apps' output goes.
    package var logFolder: String
    /// What started apps find in their environment.
    package var environment: [String: String]
    package var limits = AgentLimits()
    /// Milliseconds since 1970.
    package var now: @Sendable () -> UInt64
    /// Whether a user may connect; only the agent's own, except in tests.
    var mayConnect: @Sendable (UInt32) -> Bool = { $0 == PeerUser.own }

    package init(
      socketPath: String, registry: AppRegistryFile, logFolder: String,
      environment: [String: String], now: @escaping @Sendable () -> UInt64
    ) {
      self.socketPath = socketPath
      self.registry = registry
      self.logFolder = logFolder
      self.environment = environment
      self.now = now
    }
  }

  private let core: AgentCore
  private let file: AgentSocketFile
  private let settings: Settings
  private let group: any EventLoopGroup
  private let onRunning: @Sendable () async -> Void

  /// - Parameter onRunning: called once when clients can connect.
  /// - Throws: `inUse` where an agent is alive there, `folderUnusable`, `storeUnavailable`.
  package static func open(
    _ settings: Settings, system: any AgentSystem, hooks: AgentHooks,
    logger: Logger, onRunning: @escaping @Sendable () async -> Void = {}
  ) async throws(MessengerError) -> AgentServer {
    let file = try AgentSocketFile(path: settings.socketPath)
    let group = MultiThreadedEventLoopGroup.singleton
    let launcher = AppLauncher(
      logFolder: settings.logFolder, socketPath: settings.socketPath,
      environment: settings.environment)
    let host = try AppHost(
      file: settings.registry, launcher: launcher, limits: settings.limits,
      eventLoop: group.next(), now: settings.now, logger: logger)
    for entry in host.entries {
      try await system.register(
        RemoteApp(origin: entry.app.origin, name: entry.app.name, host: host))
    }
    let core = AgentCore(
      system: system, host: host, hooks: hooks, limits: settings.limits,
      socketPath: settings.socketPath, logger: logger)
    return AgentServer(
      core: core, file: file, settings: settings, group: group, onRunning: onRunning)
  }

  /// Whom the messenger asks before it signs for an app account: the person, wherever they are.
  package func confirm(_ question: AccountConfirmation) async -> Bool {
    await core.confirm(question)
  }

  package func status() async -> AgentStatus { await core.status() }

  var connectionCount: Int { core.peers.count }
  func endConnections() { core.peers.forEach { $0.close() } }

  /// Serves until graceful shutdown or cancellation. Shares that are under way are given a few
  /// seconds to end; what they need of apps and servers is still there then.
  package func run() async throws {
    let core = core
    let listener = try await bind()
    core.logger.info("the agent listens", metadata: ["socket": "\(settings.socketPath)"])
    await onRunning()
    await withGracefulShutdownHandler {
      _ = await core.ending.run { await core.jobs.run() }
    } onGracefulShutdown: {
      listener.close(promise: nil)
      core.beginEnding()
      listener.eventLoop.scheduleTask(in: .seconds(5)) { core.ending.cancel() }
    }
    core.end()
    try? await listener.close()
    file.remove()
    core.logger.info("the agent has ended")
  }

  private func bind() async throws(MessengerError) -> any Channel {
    let (core, mayConnect) = (core, settings.mayConnect)
    do {
      let listener = try await ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 16)
        .childChannelInitializer { channel in
          PeerUser.of(channel).flatMapThrowing { user in
            guard mayConnect(user) else {
              core.logger.warning("another user asked for the agent and was refused")
              throw MessengerError(.originRefused)
            }
            try Self.prepare(channel, core)
          }
        }
        .bind(unixDomainSocketPath: settings.socketPath).get()
      file.restrict()
      return listener
    } catch {
      throw MessengerError(.folderUnusable, "the agent's socket cannot be made")
    }
  }

  private static func prepare(_ channel: any Channel, _ core: AgentCore) throws {
    let limit = LineLimit(core.limits.helloBytes)
    guard let peer = core.newPeer(limit: limit) else {
      throw MessengerError(.limitExceeded)
    }
    try channel.pipeline.syncOperations.addHandlers(
      ByteToMessageHandler(LineDecoder(limit: limit)),
      LineHandler(peer, stallTime: core.limits.stallTime))
    peer.opened(channel)
  }
}

/// The lifecycle logs its services: an agent says its name, and not what is in its settings.
extension AgentServer: CustomStringConvertible {
  package var description: String { "AgentServer" }
}
