import Foundation
import GroveIdentity
import GroveSystem
import NIOCore
import Synchronization
import Testing

@testable import GroveAgent
@testable import GroveAgentServer

@Suite(.serialized, .timeLimit(.minutes(1))) struct HostileClientTests {
  @Test(arguments: [
    "garbage", "{}", "{\"hello\":{}}", "[1,2,3]", "{\"ask\":{\"id\":1,\"_1\":{\"highlights\":{}}}}",
    "\u{0}\u{1}", String(repeating: "[", count: 5000),
  ])
  func `a first line that is no greeting ends the connection with one refusal`(line: String)
    async throws
  {
    try await AgentHarness.running { harness in
      let client = try RawClient(harness.socketPath)
      try client.write(Array(line.utf8) + [10])
      guard case .refused(let error) = try client.frame() else {
        Issue.record("not refused")
        return
      }
      #expect(error.code == .malformed)
      #expect(try client.isClosed())
      try await Self.checkOthersAreServed(harness)
    }
  }

  @Test func `a greeting of another version is told which one is spoken`() async throws {
    try await AgentHarness.running { harness in
      let client = try RawClient(harness.socketPath)
      try client.send(ClientFrame.hello(AgentHello(.person, version: 2)))
      guard case .refused(let error) = try client.frame() else {
        Issue.record("not refused")
        return
      }
      #expect(error.code == .agentIncompatible)
      #expect(error.detail == "the agent speaks version 1")
    }
  }

  @Test func `a line over the limit ends the connection, before and after the greeting`()
    async throws
  {
    try await AgentHarness.running {
      $0.limits.lineBytes = 100_000
    } _: { harness in
      let silent = try RawClient(harness.socketPath)
      try? silent.write([UInt8](repeating: 0x20, count: 70_000))
      #expect(try silent.isClosed())
      let greeted = try RawClient(harness.socketPath)
      try greeted.send(ClientFrame.hello(AgentHello(.person)))
      _ = try greeted.frame()
      try greeted.write([UInt8](repeating: 0x20, count: 90_000))
      try? greeted.write([UInt8](repeating: 0x20, count: 20_000))
      #expect(try greeted.isClosed())
      try await Self.checkOthersAreServed(harness)
    }
  }

  @Test func `a client that says nothing, or half a line and no more, is not kept`() async throws {
    try await AgentHarness.running {
      $0.limits.helloTime = .milliseconds(100)
    } _: { harness in
      let silent = try RawClient(harness.socketPath)
      #expect(try silent.isClosed())
      let half = try RawClient(harness.socketPath)
      try half.write(Array("{\"hello\":".utf8))
      half.finishWriting()
      #expect(try half.isClosed())
      #expect(await eventually { harness.server.connectionCount == 0 })
    }
  }

  @Test func `a client that stops sending in the middle of an action gives it back`() async throws {
    try await AgentHarness.running { harness in
      let app = try Sample.app("recipes")
      let raw = try Self.registered(app, harness)
      let remote = try #require(harness.system.app(app.origin))
      let action = StartCollaborationAction(
        actionID: .random(), metadata: .init(localIdentifier: "d", title: "t"), timeLimit: 20)
      let link = "https://recipes.example/d/1"
      let id = try CollaborationID("1")
      let answered = Got<StartCollaborationAnswer>()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          let answer = await remote.start(action)
          answered.set(answer)
        }
        guard case .ask(_, .start(let asked)) = try raw.frame() else {
          Issue.record("not asked")
          return group.cancelAll()
        }
        #expect(asked == action)
        raw.finishWriting()
        #expect(try raw.isClosed())
        // The next one who answers for the origin is handed the same action.
        try await harness.connected(as: app) { connection in
          let again = TestApp(app) { _ in .fulfilled(link: link, collaborationID: id) }
          try await connection.register(again)
          let wanted = StartCollaborationAnswer.fulfilled(link: link, collaborationID: id)
          #expect(await eventually { answered.value == wanted })
          #expect(again.actions.withLock { $0.map(\.actionID) } == [action.actionID])
        }
      }
    }
  }

  @Test func `another user is not let in`() async throws {
    try await AgentHarness.running {
      $0.mayConnect = { $0 != geteuid() }
    } _: { harness in
      let client = try RawClient(harness.socketPath)
      try? client.send(ClientFrame.hello(AgentHello(.person)))
      #expect(try client.line() == nil)
      let person = AgentConnection(app: nil, socketPath: harness.socketPath)
      await #expect(throws: MessengerError(.agentUnreachable)) { try await person.drafts() }
    }
  }

  @Test func `more connections than the limit are closed, and those there are go on`()
    async throws
  {
    try await AgentHarness.running {
      $0.limits.connections = 3
    } _: { harness in
      let first = try RawClient(harness.socketPath)
      try first.send(ClientFrame.hello(AgentHello(.person)))
      _ = try first.frame()
      let others = try (0..<2).map { _ in try RawClient(harness.socketPath) }
      #expect(await eventually { harness.server.connectionCount == 3 })
      #expect(try RawClient(harness.socketPath).isClosed())
      try first.send(ClientFrame.ask(id: 1, .drafts))
      guard case .answer(1, .drafts) = try first.frame() else {
        Issue.record("not answered")
        return
      }
      _ = others
    }
  }

  @Test func `more questions at once than the limit are refused one by one`() async throws {
    try await AgentHarness.running {
      $0.limits.requests = 2
    } _: { harness in
      harness.system.state.withLock { $0.delay = .milliseconds(300) }
      let raw = try RawClient(harness.socketPath)
      try raw.send(ClientFrame.hello(AgentHello(.app(try Sample.app("recipes")))))
      _ = try raw.frame()
      for id in 1...5 { try raw.send(ClientFrame.ask(id: id, .highlights)) }
      var refused: [Int] = []
      var answered: [Int] = []
      for _ in 1...5 {
        switch try raw.frame() {
        case .failed(let id, let error):
          #expect(error.code == .limitExceeded)
          refused.append(id)
        case .answer(let id, _): answered.append(id)
        default: Issue.record("something else")
        }
      }
      #expect(refused == [3, 4, 5])
      #expect(answered.sorted() == [1, 2])
    }
  }

  @Test func `lines typed into a command that reads none are kept to a number, then it is ended`()
    async throws
  {
    let gate = Got<Bool>()
    let hooks = AgentHooks(command: { _, _ in
      while gate.value == nil, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
      return 0
    })
    try await AgentHarness.running(hooks: hooks) { harness in
      let raw = try RawClient(harness.socketPath)
      try raw.send(ClientFrame.hello(AgentHello(.person)))
      _ = try raw.frame()
      let command = AgentCommand(arguments: ["status"], directory: "/", environment: [:])
      try raw.send(ClientFrame.ask(id: 1, .command(command)))
      for _ in 1...1024 { try raw.send(ClientFrame.input(id: 1, text: "x")) }
      // All of them are kept: the agent still answers.
      try raw.send(ClientFrame.ask(id: 2, .drafts))
      guard case .answer(2, .drafts) = try raw.frame() else {
        Issue.record("not answered")
        return
      }
      try raw.send(ClientFrame.input(id: 1, text: "one more"))
      guard case .refused(let error) = try raw.frame() else {
        Issue.record("not refused")
        return
      }
      #expect(error.code == .limitExceeded)
      #expect(try raw.isClosed())
      gate.set(true)
    }
  }

  @Test func `a client that does not read is cut`() async throws {
    try await AgentHarness.running {
      $0.limits.stallTime = .milliseconds(200)
    } _: { harness in
      let long = String(repeating: "x", count: 100_000)
      harness.system.state.withLock { $0.highlights = [] }
      let many = try (0..<40).map { try Sample.highlight("\($0)", of: "recipes", summary: long) }
      harness.system.state.withLock { $0.highlights = many }
      let raw = try RawClient(harness.socketPath)
      try raw.send(ClientFrame.hello(AgentHello(.app(try Sample.app("recipes")))))
      _ = try raw.frame()
      try raw.send(ClientFrame.ask(id: 1, .highlights))
      #expect(await eventually { harness.server.connectionCount == 0 })
      try await Self.checkOthersAreServed(harness)
    }
  }

  @Test func `an answer to another question ends the connection, and the action waits on`()
    async throws
  {
    try await AgentHarness.running { harness in
      let app = try Sample.app("recipes")
      let raw = try Self.registered(app, harness)
      let remote = try #require(harness.system.app(app.origin))
      let action = StartCollaborationAction(
        actionID: .random(), metadata: .init(localIdentifier: "d", title: "t"), timeLimit: 20)
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          // Nobody can say that nothing was made: it is not failed, it is lost, and so taken back.
          #expect(await remote.start(action) == .lost(reason: ""))
          #expect(Task.isCancelled)
        }
        if case .ask(let id, _) = try? raw.frame() {
          try? raw.send(ClientFrame.answer(id: id, .confirmed(true)))
        }
        guard case .refused(let error) = try? raw.frame() else {
          Issue.record("not refused")
          return group.cancelAll()
        }
        #expect(error.code == .malformed)
        #expect(await eventually { await harness.server.status().apps.first?.waiting == 1 })
        group.cancelAll()
      }
    }
  }

  /// A client of bytes that has said that it answers for an app.
  private static func registered(_ app: AgentApp, _ harness: AgentHarness) throws -> RawClient {
    let raw = try RawClient(harness.socketPath)
    try raw.send(ClientFrame.hello(AgentHello(.app(app))))
    _ = try raw.frame()
    try raw.send(ClientFrame.ask(id: 1, .register))
    _ = try raw.frame()
    return raw
  }

  private static func checkOthersAreServed(_ harness: AgentHarness) async throws {
    let person = AgentConnection(app: nil, socketPath: harness.socketPath)
    #expect(try await person.conversationSummaries().map(\.title) == ["Kitchen"])
  }
}
