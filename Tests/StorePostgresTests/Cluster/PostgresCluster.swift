import Foundation
import StoreSQL
import Synchronization

@testable import StorePostgres

/// A PostgreSQL of this process, in a temporary folder, reached by a socket there and, where asked for, by loopback. It
/// ends when the process does, however that ends, or when it is closed.
final class PostgresCluster: Sendable {
  /// What most tests share: each has a schema of its own.
  static let shared = Result { try PostgresCluster() }

  private struct Running {
    let process: Process
    let life: Pipe
  }

  let folder: String
  let port: Int
  private let programs: PostgresPrograms
  private let settings: [String]
  private let running = Mutex<Running?>(nil)

  /// - Parameters:
  ///   - settings: `name=value` of the server's configuration.
  ///   - prepare: is given the data folder before the server begins.
  init(
    settings: [String] = [], isOnLoopback: Bool = false, prepare: (String) throws -> Void = { _ in }
  ) throws {
    guard let programs = PostgresPrograms.found else { throw ClusterError(what: "no PostgreSQL") }
    self.programs = programs
    folder = "/tmp/grove-pg-" + String(UUID().uuidString.prefix(8))
    port = isOnLoopback ? try Self.freePort() : 5432
    self.settings =
      settings + [
        "unix_socket_directories=\(folder)", "port=\(port)",
        "listen_addresses=\(isOnLoopback ? "127.0.0.1" : "")", "shared_buffers=32MB",
        "max_connections=100", "log_min_messages=error",
      ]
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let password = folder + "/password"
    try Data("right".utf8).write(to: URL(fileURLWithPath: password))
    for path in [folder, password] { try PostgresPrograms.give(path) }
    try PostgresPrograms.run(
      programs.command(
        "initdb",
        [
          "-D", folder + "/data", "-U", "grove", "--pwfile=\(password)", "--auth-local=trust",
          "--auth-host=scram-sha-256", "-E", "UTF8", "--locale=C", "--no-sync",
        ]))
    try prepare(folder + "/data")
    try begin()
  }

  deinit { close() }

  /// Begins the server and returns when it lets somebody in.
  func begin() throws {
    let process = Process()
    let life = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let script =
      #"folder=$1; shift; "$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server"#
    let server = programs.command(
      "postgres", ["-D", folder + "/data"] + settings.flatMap { ["-c", $0] })
    process.arguments = ["-c", script, "sh", folder] + server
    process.standardInput = life
    process.standardOutput = FileHandle.nullDevice
    let log = folder + "/log"
    if !FileManager.default.fileExists(atPath: log) {
      try Data().write(to: URL(fileURLWithPath: log))
    }
    process.standardError = FileHandle(forWritingAtPath: log)
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    try process.run()
    running.withLock { $0 = Running(process: process, life: life) }
    try waitUntilReady()
  }

  private func waitUntilReady() throws {
    var last: (any Error)?
    for _ in 0..<400 {
      do {
        _ = try connection()
        return
      } catch {
        last = error
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
    throw last ?? ClusterError(what: "the server did not begin")
  }

  /// Ends the server as an operator does.
  func end() {
    let ended = running.withLock { running in
      defer { running = nil }
      return running
    }
    try? ended?.life.fileHandleForWriting.close()
    ended?.process.waitUntilExit()
  }

  /// Ends it as a power cut does to its processes.
  func kill() throws {
    let signalled = try number(ofLine: 0)
    Foundation.kill(signalled, SIGQUIT)
    end()
  }

  private func number(ofLine index: Int) throws -> Int32 {
    let text = try String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
    guard let number = Int32(text.split(separator: "\n")[index]) else {
      throw ClusterError(what: "postmaster.pid")
    }
    return number
  }

  func close() {
    end()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func freePort() throws -> Int {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { Foundation.close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard bound else { throw ClusterError(what: "no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}

extension PostgresCluster {
  /// By the socket, where everybody is believed.
  func address(_ database: String = "postgres", user: String = "grove") -> PostgresAddress {
    PostgresAddress("host=\(folder) port=\(port) dbname=\(database) user=\(user)")
  }

  /// A session of an operator.
  func connection(_ database: String = "postgres") throws -> PostgresConnection {
    var options = PostgresOptions(schema: "public")
    options.applicationName = "operator"
    options.statementTimeout = 120_000
    return try PostgresConnection(address(database), options)
  }

  func execute(_ sql: String, in database: String = "postgres") throws {
    let connection = try connection(database)
    try connection.run(sql, [])
    try connection.settle()
  }

  func numbers(_ sql: String) throws -> [Int] {
    var numbers: [Int] = []
    try connection().each(sql, []) { row in
      numbers.append(Int(row.integer(0) ?? -1))
      return true
    }
    return numbers
  }

  func texts(_ sql: String) throws -> [String] {
    var texts: [String] = []
    try connection().each(sql, []) { row in
      texts.append(row.text(0) ?? "")
      return true
    }
    return texts
  }
}
