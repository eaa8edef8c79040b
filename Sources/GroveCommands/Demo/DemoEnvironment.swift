import Foundation

/// What the demo runs on: a temporary folder, two server processes, and the clock of its report.
actor DemoEnvironment {
  nonisolated let folder: String
  nonisolated let relayOrigin: String
  nonisolated let appOrigin: String
  private var relay: ChildProcess
  private var collaborationServer: ChildProcess
  private var devices: [DemoDevice] = []
  /// What else the collaboration server is started with.
  private let serving: [String]

  /// Starts both servers on free ports in `folder` and waits until they answer.
  /// - Parameter serving: what else the collaboration server is started with.
  init(folder: String, serving: [String] = []) async throws {
    self.folder = folder
    self.serving = serving
    try FileManager.default.createDirectory(
      atPath: folder + "/logs", withIntermediateDirectories: true)
    relay = try Self.server("relay", port: "0", folder: folder)
    relayOrigin = try await Self.origin(of: relay)
    collaborationServer = try Self.server(
      "collaboration", port: "0", folder: folder, telling: relayOrigin, serving)
    appOrigin = try await Self.origin(of: collaborationServer)
  }

  func device(_ name: String) throws -> DemoDevice {
    let device = try DemoDevice(name, environment: self)
    devices.append(device)
    return device
  }

  /// Kills both servers as a power cut would, and starts them again on the same files and ports.
  func killAndRestartServers() async throws {
    await relay.kill()
    await collaborationServer.kill()
    relay = try Self.server("relay", port: Self.port(of: relayOrigin), folder: folder)
    collaborationServer = try Self.server(
      "collaboration", port: Self.port(of: appOrigin), folder: folder, telling: relayOrigin, serving
    )
    _ = try await Self.origin(of: relay)
    _ = try await Self.origin(of: collaborationServer)
  }

  func end() async {
    for device in devices { await device.stop() }
    await relay.stop()
    await collaborationServer.stop()
  }

  /// - Parameter relay: on this machine, so that a server has to be told that it may post there.
  private static func server(
    _ role: String, port: String, folder: String, telling relay: String? = nil,
    _ serving: [String] = []
  ) throws -> ChildProcess {
    try ChildProcess(
      role,
      arguments: [
        "serve", "--only", role, "--data", folder + "/servers", "--json",
        "--relay-port", port, "--app-port", port,
        "--operations-address", "off",
      ] + (relay.map { ["--notice-relay", $0] } ?? []) + serving,
      folder: folder + "/logs")
  }

  private static func origin(of server: ChildProcess) async throws -> String {
    let line = try await server.line(within: 30)
    guard let started = try? JSONDecoder().decode(ServerStarted.self, from: Data(line.utf8)) else {
      throw CommandFailure("A server printed something unexpected: \(line)")
    }
    return started.origin
  }

  private static func port(of origin: String) -> String {
    origin.split(separator: ":").last.map(String.init) ?? "0"
  }
}
