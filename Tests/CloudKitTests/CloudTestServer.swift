import CloudKit
import CollaborationServer
import Foundation
import GroveClient
import GroveIdentity
import GroveServing
import Logging
import ServiceLifecycle
import StoreSQLite

/// A collaboration server on a real socket that keeps one container, and the containers of people at it.
struct CloudTestServer: Sendable {
  static let container = "iCloud.example.notes"
  private static let serviceKey = "service-key-of-the-notes-app-01234567890123"

  let port: Int

  var url: String { "http://127.0.0.1:\(port)" }

  /// The container as one person has it.
  func container(_ name: String, _ identifier: String = container) throws -> CKContainer {
    try GroveCloud(server: url, credentials: credentials(name)).container(identifier)
  }

  func credentials(_ name: String) throws -> FixedCredentials {
    FixedCredentials.backend(
      serviceKey: Self.serviceKey, account: try AccountLabel("\(name)@docs.example"),
      session: "\(name)-session", displayName: "The \(name)")
  }

  /// Starts a server, runs the body, shuts it down gracefully.
  static func run(_ body: @escaping @Sendable (CloudTestServer) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("grove-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try SQLiteCollaborationStore(
      path: folder.appendingPathComponent("collaboration.sqlite").path)
    var configuration = CollaborationServerConfiguration(
      publicOrigin: try Origin("https://docs.example"), keys: try keys())
    configuration.serviceKeys = [try ServiceKey(text: serviceKey)]
    configuration.containers = [container]
    configuration.passwordCost = 16
    configuration.assetsFolder = folder.appendingPathComponent("assets").path
    let server = try CollaborationServer(
      configuration: configuration, store: store,
      now: { UInt64(Date().timeIntervalSince1970 * 1000) },
      random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } },
      metrics: PrometheusRegistry())
    try await run(server, body)
    try await store.close()
  }

  private static func run(
    _ server: CollaborationServer,
    _ body: @escaping @Sendable (CloudTestServer) async throws -> Void
  ) async throws {
    var logger = Logger(label: "collaboration") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .critical
    let (ports, bound) = AsyncStream.makeStream(of: Int.self)
    let services = server.services(
      ServerSettings(), logger: logger, sweepEvery: .milliseconds(200)
    ) { bound.yield($0) }
    let group = ServiceGroup(services: services, logger: logger)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      tasks.addTask {
        guard let port = await ports.first(where: { _ in true }) else { return }
        do {
          try await body(CloudTestServer(port: port))
          await group.triggerGracefulShutdown()
        } catch {
          await group.triggerGracefulShutdown()
          throw error
        }
      }
      try await tasks.waitForAll()
    }
  }

  private static func keys() throws -> CollaborationServerKeys {
    try CollaborationServerKeys(
      challengeKeys: ChallengeKeys(
        current: ChallengeKey(keyID: 7, secret: SecretBytes([UInt8](repeating: 1, count: 32)))),
      noticeKey: SigningKey(scalar: [UInt8](repeating: 2, count: 32)), noticeKeyID: "notice-1",
      sessionKey: SecretBytes([UInt8](repeating: 3, count: 32)))
  }
}
