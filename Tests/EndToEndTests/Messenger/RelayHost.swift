import Foundation
import GroveIdentity
import GroveServing
import Logging
import RelayDomain
import RelayServer
import ServiceLifecycle
import StoreSQLite

#if canImport(Glibc)
  import Glibc
#endif

/// A relay in this process on a real socket and a real file, which can be away for a while.
struct RelayHost: Sendable {
  let folder: String
  let port: Int
  let origin: Origin
  let limits: RelayLimits

  init(limits: RelayLimits = RelayLimits()) throws {
    self.limits = limits
    folder = FileManager.default.temporaryDirectory.path + "/grove-relay-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    port = try Self.freePort()
    origin = try Origin("http://127.0.0.1:\(port)")
  }

  /// Serves while `body` runs, and has closed its file and its port when this returns.
  func running<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    let store = try SQLiteRelayStore(path: folder + "/relay.sqlite")
    let random: @Sendable (Int) -> [UInt8] = { count in
      (0..<count).map { _ in UInt8.random(in: 0...255) }
    }
    var configuration = RelayServerConfiguration(
      publicOrigin: origin, attachmentsFolder: folder + "/attachments",
      challengeKey: SecretBytes(random(32)))
    configuration.limits = limits
    let server = try RelayServer(
      configuration: configuration, store: store,
      now: { UInt64(Date().timeIntervalSince1970 * 1000) }, random: random)
    let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
    var logger = Logger(label: "relay")
    logger.logLevel = .critical
    let group = ServiceGroup(
      services: server.services(ServerSettings(port: port), logger: logger) { _ in
        isReady.finish()
      },
      logger: logger)
    let value = try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        defer { isReady.finish() }
        try await group.run()
      }
      for await _ in ready {}
      let result: Result<Value, any Error>
      do {
        result = .success(try await body())
      } catch {
        result = .failure(error)
      }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      return try result.get()
    }
    try await store.close()
    return value
  }

  /// A port nobody listens on at this moment.
  static func freePort() throws -> Int {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard bound else { throw POSIXError(.EADDRNOTAVAIL) }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}

extension RelayHost {
  /// What the relay does by itself when nobody has fetched anything for 46 days.
  func expireMail() async throws {
    let store = try SQLiteRelayStore(path: folder + "/relay.sqlite")
    let later = UInt64(Date().timeIntervalSince1970 * 1000) + 46 * 86_400_000
    let limits = limits
    _ = try await store.change { try RelayRules.expire(now: later, limits: limits, in: $0) }
    try await store.close()
  }

  /// The relay's files that contain these bytes: everything it received and kept.
  func storedBytes(containing needle: [UInt8]) throws -> [String] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return files.filter { name in
      guard let bytes = FileManager.default.contents(atPath: folder + "/" + name) else {
        return false
      }
      return bytes.range(of: Data(needle)) != nil
    }
  }
}
