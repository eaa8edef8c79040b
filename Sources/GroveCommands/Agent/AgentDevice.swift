import Foundation
import GroveAgent
import GroveAgentServer
import GroveClient
import GroveIdentity
import GroveSystem
import Logging
import Messenger

/// A device and the agent that serves it.
struct AgentDevice: Sendable {
  let messenger: Messenger
  let place: AgentFiles

  static func environment(_ logger: Logger) -> MessengerEnvironment {
    MessengerEnvironment(transport: HTTPClientTransport(), logger: logger)
  }

  /// Claims the socket, and makes every known app answerable before the messenger runs.
  func open(
    socketPath: String, confirm: ConfirmAccount?, logger: Logger,
    onRunning: @escaping @Sendable () async -> Void
  ) async throws -> AgentServer {
    let registry = AppRegistryFile(path: place.registryPath)
    let device = HostedDevice(
      messenger: messenger, folder: place.folder,
      isServed: { origin in
        (try? registry.apps().contains { $0.app.origin == origin }) ?? false
      })
    // The command line's own app, for what it shared before.
    let relay = messenger.relayOrigin
    try await DeviceSession(hosted: device, relay: relay, app: relay).resume()
    let handle = messenger.handle
    let folder = place.folder
    let commands = HostedCommands(device: device)
    return try await AgentServer.open(
      AgentServer.Settings(
        socketPath: socketPath, registry: registry, logFolder: place.logFolder,
        environment: Self.inherited, now: MessengerEnvironment.systemTime),
      system: messenger,
      hooks: AgentHooks(
        device: {
          ["handle": handle, "folder": folder, "waiting": await Self.waiting(messenger)]
        }, confirm: confirm,
        command: { await commands.run($0, $1) },
        // As from outside: everything ends in its order.
        stop: { kill(getpid(), SIGTERM) }),
      logger: logger, onRunning: onRunning)
  }

  /// Handles of people with a device that waits to be let in; empty where none does.
  private static func waiting(_ messenger: Messenger) async -> String {
    let renewals = (try? await messenger.accessRenewals()) ?? []
    return Set(renewals.map(\.person.handle)).sorted().joined(separator: ", ")
  }

  /// What an app needs to find its files and its language; nothing that is a secret of the agent's.
  private static var inherited: [String: String] {
    let kept: Set = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "TZ", "TMPDIR", "SHELL"]
    return ProcessInfo.processInfo.environment.filter { name, _ in
      kept.contains(name) || name.hasPrefix("LC_") || name.hasPrefix("XDG_")
    }
  }
}
