import Foundation
import GroveIdentity
import GroveSystem
import Synchronization
import Testing

@testable import GroveAgent
@testable import GroveAgentServer

@Suite(.serialized, .timeLimit(.minutes(1))) struct AgentActionTests {
  private static let link = "https://recipes.example/d/1"

  private static func fulfilling(_ app: AgentApp) throws -> TestApp {
    let id = try CollaborationID("1")
    return TestApp(app) { _ in .fulfilled(link: link, collaborationID: id, epoch: 4) }
  }

  @Test func `actions of all kinds reach the app, and its answers come back`() async throws {
    try await AgentHarness.running { harness in
      let app = try Sample.app("recipes")
      try await harness.connected(as: app) { connection in
        let answers = try Self.fulfilling(app)
        try await connection.register(answers)
        #expect(try await connection.send(.zero) == .sent)
        let asked = answers.actions.withLock { $0 }
        #expect(asked.map(\.metadata.title) == ["Baking"])
        let remote = try #require(harness.system.app(app.origin))
        #expect(remote.name == "recipes")
        let update = UpdateParticipantsAction(
          actionID: .random(), collaborationID: try CollaborationID("1"),
          metadata: .init(localIdentifier: "", title: ""), addedRoots: [.zero, .zero],
          replacedRoots: [.init(old: .zero, new: .zero)], timeLimit: 5)
        #expect(await remote.updateParticipants(update) == .fulfilled(epoch: 2))
        let cancellation = ShareCancellation(
          startActionID: .zero, collaborationID: nil,
          metadata: .init(localIdentifier: "", title: ""))
        #expect(await remote.shareCancelled(cancellation) == .fulfilled())
      }
    }
  }

  @Test func `an app hears that no agent took its registration, and is known once there is one`()
    async throws
  {
    let folder = try AgentHarness.makeFolder()
    let app = try Sample.app("recipes")
    let connection = AgentConnection(app: app, socketPath: folder + "/socket/agent.sock")
    defer { connection.close() }
    let answers = try Self.fulfilling(app)
    await #expect(throws: MessengerError(.agentUnreachable)) {
      try await connection.register(answers)
    }
    try await AgentHarness.running(folder: folder) { harness in
      #expect(await eventually { harness.system.app(app.origin) != nil })
      try await connection.register(answers)
    }
  }

  @Test func `an app of another origin, or one that the agent refuses, hears that it is not known`()
    async throws
  {
    try await AgentHarness.running { harness in
      let app = try Sample.app("recipes")
      try await harness.connected(as: app) { connection in
        let other = try Self.fulfilling(Sample.app("sheets"))
        await #expect(throws: MessengerError(.originRefused)) {
          try await connection.register(other)
        }
      }
      try await harness.connected(as: Sample.app("recipes", command: ["/bin/false"])) { first in
        try await first.register(try Self.fulfilling(app))
        try await harness.connected(as: Sample.app("recipes", command: ["/bin/true"])) { second in
          await #expect(throws: MessengerError(.originRefused)) {
            try await second.register(try Self.fulfilling(app))
          }
        }
      }
    }
  }

  @Test func `an app that has unregistered is not asked`() async throws {
    try await AgentHarness.running { harness in
      let app = try Sample.app("recipes")
      try await harness.connected(as: app) { connection in
        let answers = try Self.fulfilling(app)
        try await connection.register(answers)
        await connection.unregister(app.origin)
        let outcome = try await connection.send(.zero)
        // The agent may hear of it while it asks already: then the app's side says so itself.
        let words = [
          "recipes is not running, and cannot be started.",
          "The app does not answer actions any more.",
        ]
        #expect(words.contains { outcome == .failed(.startFailed($0)) }, "\(outcome)")
        #expect(answers.actions.withLock(\.count) == 0)
      }
    }
  }

  @Test func `the process that said last that it answers is asked, then the one before`()
    async throws
  {
    try await AgentHarness.running { harness in
      let app = try Sample.app("recipes")
      let (older, newer) = (try Self.fulfilling(app), try Self.fulfilling(app))
      try await harness.connected(as: app) { first in
        try await first.register(older)
        try await harness.connected(as: app) { second in
          try await second.register(newer)
          let outcome = try await first.send(.zero)
          #expect(outcome == .sent)
        }
        #expect(
          await eventually { await harness.server.status().apps.first?.connections == 1 })
        #expect(try await first.send(.zero) == .sent)
      }
      #expect(newer.actions.withLock(\.count) == 1)
      #expect(older.actions.withLock(\.count) == 1)
    }
  }

  @Test func `answers that did not arrive are kept for whoever asks again, the newest sixty-four`()
    throws
  {
    var kept = KeptAnswers()
    let keys = (0...64).map { _ in AgentCallbacks.ActionKey(kind: .update, id: .random()) }
    for (epoch, key) in keys.enumerated() {
      kept.keep(.action(.fulfilled(epoch: UInt64(epoch))), for: key)
    }
    #expect(kept.count == 64)
    #expect(kept.take(keys[0]) == nil, "it is done again under the same identifier")
    guard case .action(.fulfilled(epoch: 64)) = kept.take(keys[64]) else {
      Issue.record("the newest one is not there")
      return
    }
    #expect(kept.take(keys[64]) == nil && kept.count == 63)
  }

  @Test func `an action that is given up is cancelled in the app, and its late answer counts`()
    async throws
  {
    try await AgentHarness.running { harness in
      let app = try Sample.app("recipes")
      let id = try CollaborationID("late")
      try await harness.connected(as: app) { connection in
        let slow = TestApp(app) { _ in
          while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(10)) }
          return .fulfilled(link: Self.link, collaborationID: id)
        }
        try await connection.register(slow)
        let remote = try #require(harness.system.app(app.origin))
        let action = StartCollaborationAction(
          actionID: .random(), metadata: .init(localIdentifier: "d", title: "t"), timeLimit: 20)
        let answered = Got<StartCollaborationAnswer>()
        await withTaskGroup(of: Void.self) { group in
          group.addTask { answered.set(await remote.start(action)) }
          #expect(await eventually { slow.actions.withLock(\.count) == 1 })
          group.cancelAll()
        }
        #expect(answered.value == .fulfilled(link: Self.link, collaborationID: id))
      }
    }
  }

  @Test
  func `an agent that comes back finds its apps again, and a repeated action is not done twice`()
    async throws
  {
    let folder = try AgentHarness.makeFolder()
    let app = try Sample.app("recipes")
    let id = try CollaborationID("1")
    let go = Got<Bool>()
    let slow = TestApp(app) { _ in
      while go.value == nil { try? await Task.sleep(for: .milliseconds(10)) }
      return .fulfilled(link: Self.link, collaborationID: id)
    }
    let action = StartCollaborationAction(
      actionID: .random(), metadata: .init(localIdentifier: "d", title: "t"), timeLimit: 20)
    let connection = AgentConnection(app: app, socketPath: folder + "/socket/agent.sock")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await connection.run() }
      try await AgentHarness.running(folder: folder) { harness in
        try await connection.register(slow)
        let remote = try #require(harness.system.app(app.origin))
        await withTaskGroup(of: Void.self) { inner in
          inner.addTask { _ = await remote.start(action) }
          #expect(await eventually { slow.actions.withLock(\.count) == 1 })
          harness.server.endConnections()
          inner.cancelAll()
        }
      }
      // The agent is gone; the app is still at work.
      try await AgentHarness.running(folder: folder) { harness in
        #expect(
          await eventually { await harness.server.status().apps.first?.answers == true })
        let remote = try #require(harness.system.app(app.origin))
        let again = Got<StartCollaborationAnswer>()
        await withTaskGroup(of: Void.self) { inner in
          inner.addTask { again.set(await remote.start(action)) }
          try? await Task.sleep(for: .milliseconds(100))
          go.set(true)
        }
        #expect(again.value == .fulfilled(link: Self.link, collaborationID: id))
        #expect(slow.actions.withLock(\.count) == 1)
        // What was asked a moment before the agent came back was answered by it.
        #expect(try await connection.highlights(for: app.origin) == [])
      }
      connection.close()
      group.cancelAll()
    }
  }

  @Test func `a command is started without a terminal, once, and told who and where it is`()
    async throws
  {
    try await AgentHarness.running { harness in
      let script =
        "echo started $GROVE_APP_ORIGIN $GROVE_APP_NAME $GROVE_AGENT_SOCKET $SECRET;"
        + " read line && echo read; ps -o pgid= -p $$ | tr -d ' ' | sed \"s/^$$\\$/alone/\"; sleep 30"
      let app = try Sample.app("recipes", command: ["/bin/sh", "-c", script])
      let asker = AgentConnection(app: app, socketPath: harness.socketPath)
      _ = try await asker.highlights(for: app.origin)
      let outcome = try await asker.send(.zero)
      guard case .failed(.startFailed(let reason)) = outcome else {
        Issue.record("not failed: \(outcome)")
        return
      }
      #expect(reason.hasPrefix("recipes was started and did not answer; see "))
      let log = FileManager.default.contents(
        atPath: harness.folder + "/logs/https---recipes.example.log")
      #expect(
        log.map { String(decoding: $0, as: UTF8.self) }
          == "started https://recipes.example recipes \(harness.socketPath)\nalone\n")
      let process = try #require(await harness.server.status().apps.first?.processID)
      #expect(kill(process, 0) == 0)
    }
  }

  @Test func `the first person who answers decides, and nobody is no`() async throws {
    try await AgentHarness.running { harness in
      let question = AccountConfirmation(
        audience: try Sample.origin("recipes"), account: try AccountLabel("bob@recipes.example"),
        previous: nil, title: "Bread")
      #expect(await harness.server.confirm(question) == false)
      try await harness.connected(as: nil) { slow in
        try await slow.setAccountConfirmation { _ in
          try? await Task.sleep(for: .seconds(60))
          return false
        }
        try await harness.connected(as: nil) { person in
          let asked = Got<AccountConfirmation>()
          try await person.setAccountConfirmation { question in
            asked.set(question)
            return true
          }
          #expect(await harness.server.confirm(question) == true)
          #expect(asked.value == question)
        }
      }
    }
  }

  @Test
  func `who offers to answer while there is no agent is told, and is not asked by a later one`()
    async throws
  {
    let folder = try AgentHarness.makeFolder()
    let person = AgentConnection(
      app: nil, socketPath: AgentHarness.settings(folder).socketPath)
    defer { person.close() }
    let error = await #expect(throws: MessengerError.self) {
      try await person.setAccountConfirmation { _ in true }
    }
    #expect(error?.code == .agentUnreachable)
    try await person.setAccountConfirmation(nil)
    try await AgentHarness.running(folder: folder) { harness in
      #expect(try await person.status().persons == 1)
      let question = AccountConfirmation(
        audience: try Sample.origin("recipes"), account: try AccountLabel("bob@recipes.example"),
        previous: nil, title: "Bread")
      #expect(await harness.server.confirm(question) == false)
    }
  }
}
