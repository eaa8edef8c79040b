import Foundation
import GroveIdentity
import GroveSystem
import Testing

@testable import GroveAgent
@testable import GroveAgentServer

@Suite(.serialized, .timeLimit(.minutes(1))) struct AgentSocketTests {
  private static func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `the socket and its folder are for their owner only, and go with the agent`()
    async throws
  {
    let folder = try AgentHarness.makeFolder()
    try await AgentHarness.running(folder: folder) { harness in
      let mode = try Self.mode(harness.folder + "/socket")
      #expect(mode == 0o700)
      #expect(try Self.mode(harness.socketPath) == 0o600)
    }
    #expect(!FileManager.default.fileExists(atPath: folder + "/socket/agent.sock"))
  }

  @Test func `a living agent is respected`() async throws {
    try await AgentHarness.running { harness in
      await #expect(throws: MessengerError(.inUse)) {
        try await AgentServer.open(
          AgentHarness.settings(harness.folder), system: TestSystem(), hooks: AgentHooks(),
          logger: AgentHarness.logger)
      }
      let person = AgentConnection(app: nil, socketPath: harness.socketPath)
      let titles = try await person.conversationSummaries().map(\.title)
      #expect(titles == ["Kitchen"])
    }
  }

  @Test func `a dead agent's socket is replaced`() async throws {
    let folder = try AgentHarness.makeFolder()
    let path = folder + "/socket/agent.sock"
    mkdir(folder + "/socket", 0o700)
    let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(dead, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    close(dead)
    #expect(bound == 0 && FileManager.default.fileExists(atPath: path))
    try await AgentHarness.running(folder: folder) { harness in
      let person = AgentConnection(app: nil, socketPath: harness.socketPath)
      let titles = try await person.conversationSummaries().map(\.title)
      #expect(titles == ["Kitchen"])
    }
  }

  @Test func `what is no socket is not removed, and a folder open to others is not used`()
    async throws
  {
    let folder = try AgentHarness.makeFolder()
    let path = folder + "/socket/agent.sock"
    mkdir(folder + "/socket", 0o700)
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    await #expect(throws: MessengerError(.folderUnusable)) { try await Self.open(folder) }
    #expect(FileManager.default.contents(atPath: path) == Data("precious".utf8))
    unlink(path)
    chmod(folder + "/socket", 0o750)
    await #expect(throws: MessengerError(.folderUnusable)) { try await Self.open(folder) }
    #expect(try Self.mode(folder + "/socket") == 0o750)
  }

  @Test func `a folder that is a link to another, and a path that is too long, are refused`()
    async throws
  {
    let folder = try AgentHarness.makeFolder()
    mkdir(folder + "/real", 0o700)
    symlink(folder + "/real", folder + "/socket")
    await #expect(throws: MessengerError(.folderUnusable)) { try await Self.open(folder) }
    var settings = AgentHarness.settings(folder)
    settings.socketPath = folder + "/" + String(repeating: "x", count: 100)
    await #expect(throws: MessengerError(.folderUnusable)) {
      try await AgentServer.open(
        settings, system: TestSystem(), hooks: AgentHooks(), logger: AgentHarness.logger)
    }
  }

  @Test func `the socket is where the environment says, or in one place for each user`() {
    let home = "/tmp/somebody"
    #expect(
      AgentSocketPath.default(
        environment: ["GROVE_AGENT_SOCKET": "/x/a.sock", "XDG_RUNTIME_DIR": "/run/user/7"],
        home: home) == "/x/a.sock")
    #expect(
      AgentSocketPath.default(environment: ["XDG_RUNTIME_DIR": "/run/user/7"], home: home)
        == "/run/user/7/grove/agent.sock")
    #expect(
      AgentSocketPath.default(environment: ["XDG_RUNTIME_DIR": "relative"], home: home)
        == home + "/.grove/agent/agent.sock")
  }

  private static func open(_ folder: String) async throws {
    _ = try await AgentServer.open(
      AgentHarness.settings(folder), system: TestSystem(), hooks: AgentHooks(),
      logger: AgentHarness.logger)
  }
}
