import CollaborationDomain
import CollaborationServer
import Foundation
import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import Logging
import NIOCore
import ServiceLifecycle
import StoreSQLite
import Synchronization

/// A collaboration server on a real socket, with its real store in a folder of its own.
struct CollaborationTestServer: Sendable {
  let port: Int
  let clock: TestClock
  let store: CountingStore
  let configuration: CollaborationServerConfiguration
  let transport = HTTPClientTransport()
  let logs: CapturedLogs
  let metrics: PrometheusRegistry

  static let publicOrigin = "https://docs.example"
  static let serviceKey = "service-key-of-the-documents-app-0123456789"

  var url: String { "http://127.0.0.1:\(port)" }

  static func account(_ name: String) throws -> AccountLabel {
    try AccountLabel("\(name)@docs.example")
  }

  /// The app's backend, acting for an account.
  func client(_ name: String, session: String = "session") throws -> CollaborationClient {
    CollaborationClient(
      origin: try Origin(url),
      credentials: FixedCredentials.backend(
        serviceKey: Self.serviceKey, account: try Self.account(name),
        session: "\(name)-\(session)", displayName: "The \(name)"),
      transport: transport)
  }

  func client(token: String) throws -> CollaborationClient {
    CollaborationClient(
      origin: try Origin(url), credentials: FixedCredentials.bearer(token), transport: transport)
  }

  var nobody: CollaborationClient {
    get throws { CollaborationClient(origin: try Origin(url), transport: transport) }
  }

  func backendHeaders(_ name: String, session: String = "session") throws -> [ClientHeader] {
    [
      ClientHeader("Authorization", "Bearer \(Self.serviceKey)"),
      ClientHeader("Grove-Account", PercentEncoding.encode(try Self.account(name).text)),
      ClientHeader("Grove-Session", "\(name)-\(session)"),
    ]
  }

  /// A request as somebody would make it who does not use our client.
  func send(
    _ method: String, _ path: String, headers: [ClientHeader] = [], body: [UInt8]? = nil,
    type: String? = "application/json"
  ) async throws -> ClientResponse {
    var headers = headers
    if body != nil, let type { headers.append(ClientHeader("Content-Type", type)) }
    return try await transport.send(
      ClientRequest(url: url + path, method: method, headers: headers, body: body))
  }

  /// Starts a server, runs the body, shuts it down gracefully.
  ///
  /// - Parameter sharing: another node's store, to run beside it.
  static func run(
    clock: TestClock = TestClock(), sharing: CountingStore? = nil,
    configure: (inout CollaborationServerConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (CollaborationTestServer) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("grove-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try SQLiteCollaborationStore(
      path: folder.appendingPathComponent("collaboration.sqlite").path)
    let store = sharing ?? CountingStore(file)
    var configuration = CollaborationServerConfiguration(
      publicOrigin: try Origin(publicOrigin), keys: try keys())
    configuration.serviceKeys = [try ServiceKey(text: serviceKey)]
    configuration.streams.heartbeat = .seconds(1)
    // Unoptimised, what passwords cost would be most of what all these tests take.
    configuration.passwordCost = 16
    configuration.assetsFolder = folder.appendingPathComponent("assets").path
    configuration.drivesFolder = folder.appendingPathComponent("drives").path
    configure(&configuration)
    try await run(configuration, store, clock, body)
    try await file.close()
  }

  private static func run(
    _ configuration: CollaborationServerConfiguration, _ store: CountingStore,
    _ clock: TestClock,
    _ body: @escaping @Sendable (CollaborationTestServer) async throws -> Void
  ) async throws {
    let logs = CapturedLogs()
    let logger = Logger(label: "collaboration") { _ in logs.handler }
    let metrics = PrometheusRegistry()
    let server = try CollaborationServer(
      configuration: configuration, store: store, now: { clock.now },
      random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } },
      metrics: metrics)
    let (ports, bound) = AsyncStream.makeStream(of: Int.self)
    let services = server.services(
      ServerSettings(), logger: logger, sweepEvery: .milliseconds(200)
    ) { bound.yield($0) }
    let group = ServiceGroup(services: services, logger: logger)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      tasks.addTask {
        guard let port = await ports.first(where: { _ in true }) else { return }
        let running = CollaborationTestServer(
          port: port, clock: clock, store: store, configuration: configuration, logs: logs,
          metrics: metrics)
        do {
          try await body(running)
          await group.triggerGracefulShutdown()
        } catch {
          await group.triggerGracefulShutdown()
          throw error
        }
      }
      try await tasks.waitForAll()
    }
  }

  /// The same ones for every node of a test.
  static func keys() throws -> CollaborationServerKeys {
    var keys = try CollaborationServerKeys(
      challengeKeys: ChallengeKeys(
        current: ChallengeKey(keyID: 7, secret: SecretBytes([UInt8](repeating: 1, count: 32)))),
      noticeKey: SigningKey(scalar: [UInt8](repeating: 2, count: 32)), noticeKeyID: "notice-1",
      sessionKey: SecretBytes([UInt8](repeating: 3, count: 32)))
    keys.pushKey = try SigningKey(scalar: [UInt8](repeating: 4, count: 32))
    return keys
  }
}

/// Milliseconds that pass when a test says so.
final class TestClock: Sendable {
  private let milliseconds = Mutex<UInt64>(1_700_000_000_000)
  var now: UInt64 { milliseconds.withLock(\.self) }
  func advance(_ milliseconds: UInt64) { self.milliseconds.withLock { $0 += milliseconds } }
}
