import Foundation
import GroveClient
import GroveCommands
import GroveIdentity
import GroveWire

/// `grove serve` as separate processes on files of their own, for tests that kill them.
actor GroveServers {
  enum Role: String { case relay, collaboration }

  nonisolated let folder: String
  private var processes: [Role: ChildProcess] = [:]
  private var origins: [Role: Origin] = [:]

  private let openFiles: Int?

  /// - Parameter openFiles: the limit of open files that each server is started with, which it cannot
  ///   raise; nil: this process's own.
  init(openFiles: Int? = nil) throws {
    self.openFiles = openFiles
    folder = FileManager.default.temporaryDirectory.path + "/grove-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder + "/logs", withIntermediateDirectories: true)
  }

  /// Starts a server, on the port it had before if it ran before, and waits until it answers.
  @discardableResult
  func start(_ role: Role) async throws -> Origin {
    let port = origins[role]?.text.split(separator: ":").last.map(String.init) ?? "0"
    let grove = try Self.executable()
    let limit = openFiles.map { ["--nofile=\($0):\($0)", grove] } ?? []
    let process = try ChildProcess(
      role.rawValue,
      arguments: limit + [
        "serve", "--only", role.rawValue, "--data", folder + "/data", "--json",
        "--relay-port", port, "--app-port", port, "--operations-address", "off",
        "--log-level", "trace",
        "--sign-up-burst", "1000",
      ],
      folder: folder + "/logs", executable: limit.isEmpty ? grove : "/usr/bin/prlimit")
    processes[role] = process
    let line = try await process.line(within: 60)
    let origin = try StrictJSON.decode(Started.self, from: Array(line.utf8)).origin
    origins[role] = origin
    return origin
  }

  private struct Started: Codable { var origin: Origin }

  /// What the system calls a server that runs.
  func processID(_ role: Role) -> Int32? { processes[role]?.processID }

  /// SIGKILL: what a power cut does to the process.
  func kill(_ role: Role) async { await processes.removeValue(forKey: role)?.kill() }

  /// What the system calls a server's process.
  func processID(_ role: Role) -> Int32? { processes[role]?.processID }

  func end() async {
    for process in processes.values { await process.stop() }
    processes = [:]
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Everything the servers have stored and logged, as bytes to search.
  nonisolated func stored(_ role: Role) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for path in FileManager.default.subpaths(atPath: folder) ?? []
    where path.contains(role.rawValue) {
      bytes += FileManager.default.contents(atPath: folder + "/" + path).map(Array.init) ?? []
    }
    return bytes
  }

  /// The program that GROVE names (`script/test` names the optimised one, which is what people run), else
  /// the one built beside this test bundle.
  static func executable() throws -> String {
    if let program = ProcessInfo.processInfo.environment["GROVE"] { return program }
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    for _ in 0..<6 {
      folder.deleteLastPathComponent()
      let candidate = folder.appendingPathComponent("grove").path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
    }
    struct NotBuilt: Error {}
    throw NotBuilt()
  }
}
