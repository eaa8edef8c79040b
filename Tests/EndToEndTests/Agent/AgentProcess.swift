import Foundation
import GroveAgent
import GroveAgentServer
import GroveCommands
import GroveIdentity
import Testing

/// `grove agent` as a process that a test starts, kills and starts again.
actor AgentProcess {
  private let device: String
  private let socketPath: String
  private let logs: String
  private var process: ChildProcess?
  private var starts = 0

  init(_ world: AgentWorld) {
    device = world.device
    socketPath = world.socketPath
    logs = world.folder + "/logs"
  }

  /// Returns when it listens.
  func start() async throws {
    starts += 1
    let process = try ChildProcess(
      "agent \(starts)",
      arguments: [
        "agent", "run", "--folder", device, "--socket", socketPath, "--confirm", "always", "--json",
        "--log-level", "debug", "--action-time", "20",
      ],
      folder: logs, executable: try GroveServers.executable())
    self.process = process
    _ = try await process.line(within: 60)
  }

  /// What the process has used of the processors until now, in hundredths of a second.
  func processorTime() throws -> Int {
    let processID = try #require(process).processID
    let line = try String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)
    // The name, in brackets, may hold spaces; time in user and system mode are fields 14 and 15.
    let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
    return try #require(Int(fields[11])) + #require(Int(fields[12]))
  }

  func kill() async {
    await process?.kill()
    process = nil
  }

  /// SIGTERM.
  func stop() async {
    await process?.stop()
    process = nil
  }
}

/// The program of Tests/TestApp in a folder of its own.
struct AgentTestApp: Sendable {
  let folder: String
  let registered: AgentApp

  init(folder: String, origin: Origin, token: String) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let session = ["origin": origin.text, "token": token]
    try Data(try StrictJSON.encode(session)).write(
      to: URL(fileURLWithPath: folder + "/session.json"))
    registered = AgentApp(
      origin: origin, name: "Test", command: [try Self.executable(), folder])
  }

  static func executable() throws -> String {
    try GroveServers.built("TestApp")
  }

  /// The same program as an app that is written against the framework.
  var framework: AgentApp {
    AgentApp(
      origin: registered.origin, name: registered.name, command: registered.command + ["framework"])
  }

  /// Starts it at its person's hand, to share a document with bob by a share sheet.
  func shares(_ document: String, _ title: String, socketPath: String) throws -> Process {
    try Data("\(document)\n\(title)\n".utf8).write(to: URL(fileURLWithPath: folder + "/share"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: framework.command[0])
    process.arguments = Array(framework.command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging([
      "GROVE_AGENT_SOCKET": socketPath
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.runHearingSignals()
    return process
  }

  /// What goes wrong next, once.
  func behave(_ word: String) {
    _ = FileManager.default.createFile(atPath: folder + "/behaviour-" + word, contents: nil)
  }

  func go() { _ = FileManager.default.createFile(atPath: folder + "/go", contents: nil) }

  /// Each with the process it happened in.
  var events: [(process: Int32, words: [String])] {
    let text = FileManager.default.contents(atPath: folder + "/events") ?? Data()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let process = words.first.flatMap(Int32.init) else { return nil }
      return (process, Array(words.dropFirst()))
    }
  }

  func events(_ word: String) -> [[String]] {
    events.map(\.words).filter { $0.first == word }
  }

  var processes: Set<Int32> { Set(events.map(\.process)) }

  /// What an agent started that was killed goes on; a test does not leave it behind.
  func endAll() { processes.forEach { Foundation.kill($0, SIGKILL) } }
}
