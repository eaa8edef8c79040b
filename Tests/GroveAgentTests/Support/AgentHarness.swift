import Foundation
import GroveIdentity
import GroveSystem
import Logging
import Synchronization

@testable import GroveAgent
@testable import GroveAgentServer

/// An agent in this process, on a real socket in a folder of its own.
struct AgentHarness: Sendable {
  let folder: String
  let system: TestSystem
  let server: AgentServer

  var socketPath: String { folder + "/socket/agent.sock" }

  static func makeFolder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/ga-" + UUID().uuidString.prefix(13)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder
  }

  static func settings(_ folder: String) -> AgentServer.Settings {
    AgentServer.Settings(
      socketPath: folder + "/socket/agent.sock",
      registry: AppRegistryFile(path: folder + "/apps.json"), logFolder: folder + "/logs",
      environment: ["PATH": "/usr/bin:/bin"],
      now: { UInt64(Date().timeIntervalSince1970 * 1000) })
  }

  static var logger: Logger {
    var logger = Logger(label: "agent")
    logger.logLevel = .critical
    return logger
  }

  /// Serves while `body` runs.
  static func running(
    folder: String? = nil, system: TestSystem = TestSystem(), hooks: AgentHooks = AgentHooks(),
    _ change: (inout AgentServer.Settings) -> Void = { _ in },
    _ body: @Sendable (AgentHarness) async throws -> Void
  ) async throws {
    let folder = try folder ?? makeFolder()
    var settings = settings(folder)
    change(&settings)
    let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
    let server = try await AgentServer.open(
      settings, system: system, hooks: hooks, logger: logger, onRunning: { isReady.finish() })
    let harness = AgentHarness(folder: folder, system: system, server: server)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { isReady.finish() }
        try await server.run()
      }
      for await _ in ready {}
      let result: Result<Void, any Error>
      do { result = .success(try await body(harness)) } catch { result = .failure(error) }
      group.cancelAll()
      try await group.waitForAll()
      try result.get()
    }
  }

  /// A client whose `run()` goes on while `body` does.
  func connected(
    as app: AgentApp?, _ body: @Sendable (AgentConnection) async throws -> Void
  ) async throws {
    let connection = AgentConnection(app: app, socketPath: socketPath)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await connection.run() }
      let result: Result<Void, any Error>
      do { result = .success(try await body(connection)) } catch { result = .failure(error) }
      connection.close()
      group.cancelAll()
      try await group.waitForAll()
      try result.get()
    }
  }
}

enum Sample {
  static func origin(_ name: String) throws -> Origin { try Origin("https://\(name).example") }

  static func app(_ name: String, command: [String] = []) throws -> AgentApp {
    AgentApp(origin: try origin(name), name: name, command: command)
  }

  static func highlight(_ title: String, of name: String, summary: String = "Everyone") throws
    -> CollaborationHighlight
  {
    CollaborationHighlight(
      id: .random(), link: "https://\(name).example/d/\(title)", audience: try origin(name),
      collaborationID: try CollaborationID(title), title: title, optionsSummary: summary,
      sender: .random(), conversationID: .random(), createdAt: 1_700_000_000_123, canProve: true)
  }
}

/// An app that answers as a test tells it to.
final class TestApp: CollaborationApp {
  let origin: Origin
  let name: String
  let actions = Mutex<[StartCollaborationAction]>([])
  private let answer: @Sendable (StartCollaborationAction) async -> StartCollaborationAnswer

  init(
    _ app: AgentApp,
    _ answer: @escaping @Sendable (StartCollaborationAction) async -> StartCollaborationAnswer = {
      _ in .failed(reason: "no")
    }
  ) {
    origin = app.origin
    name = app.name
    self.answer = answer
  }

  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer {
    actions.withLock { $0.append(action) }
    return await answer(action)
  }
  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer {
    .fulfilled(epoch: UInt64(action.addedRoots.count))
  }
  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer {
    .fulfilled()
  }
}

/// Waits, five seconds at most, until something holds.
func eventually(_ holds: () async throws -> Bool) async rethrows -> Bool {
  for _ in 0..<250 {
    if try await holds() { return true }
    try? await Task.sleep(for: .milliseconds(20))
  }
  return false
}
