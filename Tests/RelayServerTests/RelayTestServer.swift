import Foundation
import GRDB
import GroveClient
import GroveIdentity
import GroveMessage
import GroveServing
import GroveTesting
import GroveWire
import Logging
import RelayDomain
import RelayServer
import ServiceLifecycle
import StoreSQLite
import Synchronization

/// A relay on a real socket, with its real store in a folder that survives a restart.
struct RelayTestServer: Sendable {
  let port: Int
  let folder: RelayTestFolder
  let clock: TestClock
  let store: SQLiteRelayStore
  let transport: HTTPClientTransport
  let logs: CapturedLogs
  let metrics: PrometheusRegistry

  static let publicOrigin = "https://relay.example"

  var url: String { "http://127.0.0.1:\(port)" }

  func client(token: String? = nil) throws -> RelayClient {
    RelayClient(
      origin: try Origin(url), credentials: token.map(FixedCredentials.bearer) ?? .none,
      transport: transport)
  }

  /// A request as somebody would make it who does not use our client.
  func send(
    _ method: String, _ path: String, token: String? = nil, body: [UInt8]? = nil,
    type: String? = "application/json"
  ) async throws -> ClientResponse {
    var headers: [ClientHeader] = []
    if let token { headers.append(ClientHeader("Authorization", "Bearer \(token)")) }
    if body != nil, let type { headers.append(ClientHeader("Content-Type", type)) }
    return try await transport.send(
      ClientRequest(url: url + path, method: method, headers: headers, body: body))
  }

  /// Starts a relay on the folder, runs the body, shuts it down gracefully.
  static func run<Value: Sendable>(
    in folder: RelayTestFolder, clock: TestClock = TestClock(),
    configure: (inout RelayServerConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (RelayTestServer) async throws -> Value
  ) async throws -> Value {
    let store = try SQLiteRelayStore(path: folder.database)
    var configuration = RelayServerConfiguration(
      publicOrigin: try Origin(publicOrigin), attachmentsFolder: folder.attachments,
      challengeKey: SecretBytes([UInt8](repeating: 5, count: 32)))
    configure(&configuration)
    let logs = CapturedLogs()
    let logger = Logger(label: "relay") { _ in logs.handler }
    let metrics = PrometheusRegistry()
    let server = try RelayServer(
      configuration: configuration, store: store, now: { clock.now },
      random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } }, metrics: metrics)
    let (ports, bound) = AsyncStream.makeStream(of: Int.self)
    let services = server.services(ServerSettings(), logger: logger) { bound.yield($0) }
    let group = ServiceGroup(services: services, logger: logger)
    let value = try await withThrowingTaskGroup(of: Value?.self) { tasks in
      tasks.addTask {
        try await group.run()
        return nil
      }
      tasks.addTask {
        guard let port = await ports.first(where: { _ in true }) else { return nil }
        do {
          let value = try await body(
            RelayTestServer(
              port: port, folder: folder, clock: clock, store: store,
              transport: HTTPClientTransport(), logs: logs, metrics: metrics))
          await group.triggerGracefulShutdown()
          return value
        } catch {
          await group.triggerGracefulShutdown()
          throw error
        }
      }
      var answer: Value?
      for try await value in tasks { answer = value ?? answer }
      return answer
    }
    try await store.close()
    guard let value else { throw RelayTestFailure() }
    return value
  }

  /// The same in a folder that is gone afterwards.
  static func run<Value: Sendable>(
    clock: TestClock = TestClock(),
    configure: (inout RelayServerConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (RelayTestServer) async throws -> Value
  ) async throws -> Value {
    let folder = try RelayTestFolder()
    defer { folder.remove() }
    return try await run(in: folder, clock: clock, configure: configure, body)
  }
}

struct RelayTestFailure: Error {}

/// Milliseconds that pass when a test says so.
final class TestClock: Sendable {
  private let milliseconds = Mutex<UInt64>(1_700_000_000_000)
  var now: UInt64 { milliseconds.withLock(\.self) }
  func advance(_ milliseconds: UInt64) { self.milliseconds.withLock { $0 += milliseconds } }
}

struct RelayTestFolder: Sendable {
  let path: String
  var database: String { path + "/relay.sqlite" }
  var attachments: String { path + "/attachments" }

  init() throws {
    path =
      FileManager.default.temporaryDirectory.appending(path: "grove-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// How many rows every table has.
  func rows() async throws -> [String: Int] {
    try await DatabaseQueue(path: database).read { db in
      let tables = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      var counts: [String: Int] = [:]
      for table in tables {
        counts[table] = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)")
      }
      return counts
    }
  }

  /// Whether the bytes are anywhere in the database or its log.
  func stores(_ bytes: [UInt8]) throws -> Bool {
    for name in try FileManager.default.contentsOfDirectory(atPath: path)
    where name.hasPrefix("relay.sqlite") {
      let data = try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
      if data.range(of: Data(bytes)) != nil { return true }
    }
    return false
  }
}
