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
  /// The data folder.
  nonisolated let data: String
  private let prefix: [String]
  private let more: [String]

  private let openFiles: Int?

  /// - Parameters:
  ///   - openFiles: the limit of open files that each server is started with, which it cannot raise;
  ///     nil: this process's own.
  ///   - data: where the servers keep their files; a folder of their own where nil.
  ///   - prefix: in front of the program's name.
  ///   - more: flags that each server is started with.
  init(
    openFiles: Int? = nil, data: String? = nil, prefix: [String] = [], more: [String] = []
  ) throws {
    self.more = more
    self.openFiles = openFiles
    let folder = FileManager.default.temporaryDirectory.path + "/grove-test-\(UUID().uuidString)"
    self.folder = folder
    self.data = data ?? folder + "/data"
    self.prefix = prefix
    try FileManager.default.createDirectory(
      atPath: folder + "/logs", withIntermediateDirectories: true)
  }

  /// What the system calls a running server.
  func processID(_ role: Role) -> Int32? { processes[role]?.processID }

  /// The lines it has logged since its start.
  nonisolated func log(_ role: Role) -> [String] {
    let text = FileManager.default.contents(atPath: folder + "/logs/\(role.rawValue).log") ?? Data()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Starts a server, on the port it had before if it ran before, and waits until it answers.
  @discardableResult
  func start(_ role: Role) async throws -> Origin {
    let port = origins[role]?.text.split(separator: ":").last.map(String.init) ?? "0"
    let limit = openFiles.map { ["prlimit", "--nofile=\($0):\($0)"] } ?? []
    let process = try ChildProcess(
      role.rawValue,
      arguments: limit + prefix + [
        try Self.executable(), "serve", "--only", role.rawValue, "--data", data, "--json",
        "--relay-port", port, "--app-port", port, "--operations-address", "off",
        "--log-level", "trace", "--sign-up-burst", "1000",
      ] + more,
      folder: folder + "/logs", executable: "/usr/bin/env")
    processes[role] = process
    let line = try await process.line(within: 60)
    let origin = try StrictJSON.decode(Started.self, from: Array(line.utf8)).origin
    origins[role] = origin
    return origin
  }

  private struct Started: Codable { var origin: Origin }

  /// SIGKILL: what a power cut does to the process.
  func kill(_ role: Role) async { await processes.removeValue(forKey: role)?.kill() }

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
    try ProcessInfo.processInfo.environment["GROVE"] ?? built("grove")
  }

  /// A program built beside this test bundle.
  static func built(_ name: String) throws -> String {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    for _ in 0..<6 {
      folder.deleteLastPathComponent()
      let candidate = folder.appendingPathComponent(name).path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
    }
    struct NotBuilt: Error {}
    throw NotBuilt()
  }
}
