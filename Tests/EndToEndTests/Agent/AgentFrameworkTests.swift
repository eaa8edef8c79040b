import Foundation
import GroveAgent
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger
import Testing

/// An app that is written against the framework, in a process of its own, and the agent it reaches its
/// messenger by: what is left when either of them ends at a bad moment.
@Suite(.serialized, .timeLimit(.minutes(4))) struct AgentFrameworkTests {
  @Test func `an app that ends between the two actions is started again, and the share is sent`()
    async throws
  {
    try await AgentWorld.running { world, _ in
      world.app.behave("dies-after-start")
      let alice = world.connection(as: world.app.framework)
      let (_, draft) = try await world.stage("Bread", with: alice)
      #expect(try await alice.send(draft.draftID) == .sent)
      #expect(try await world.bobsHighlights() == ["Bread"])
      #expect(world.app.processes.count == 2)
      // The same action, also where its answer had not been written before the end.
      #expect(Set(world.app.events("start")).count == 1)
      try await world.hasParticipants(2)
    }
  }

  @Test func `an app killed inside an action is handed the same action again`() async throws {
    try await AgentWorld.running { world, _ in
      world.app.behave("dies-in-start")
      world.app.behave("dies-in-update")
      let alice = world.connection(as: world.app.framework)
      let (_, draft) = try await world.stage("Bread", with: alice)
      #expect(try await alice.send(draft.draftID) == .sent)
      #expect(try await world.bobsHighlights() == ["Bread"])
      #expect(world.app.events("start").count == 2 && Set(world.app.events("start")).count == 1)
      #expect(Set(world.app.events("prepared")).count == 1)
      try await world.hasParticipants(2)
    }
  }

  @Test func `an app that shares by its own sheet and is killed meanwhile does not stop the share`()
    async throws
  {
    try await AgentWorld.running { world, _ in
      world.app.behave("dies-after-start")
      let process = try await world.sharesBread()
      #expect(await soon { (try? await world.bobsHighlights()) == ["Bread"] })
      #expect(!process.isRunning)
      // It was started by hand the first time, and by the agent the second.
      #expect(world.app.processes.count == 2)
      try await world.hasParticipants(2)
      #expect(try await world.connection(as: world.app.framework).drafts().isEmpty)
    }
  }

  @Test func `an app that shares by its own sheet hears that the agent was killed`()
    async throws
  {
    try await AgentWorld.running { world, agent in
      world.app.behave("stalls-in-update")
      let process = try await world.sharesBread()
      #expect(await soon { world.app.events("stalls").count == 1 })
      await agent.kill()
      #expect(await soon { !world.app.events("not-shared").isEmpty })
      #expect(
        world.app.events("not-shared") == [["not-shared", "with-draft", "agent_unreachable"]])
      try await agent.start()
      world.app.go()
      try await world.nothingIsLeft()
      // The process has found the new agent by itself, and the draft can be sent now.
      #expect(process.isRunning)
      let alice = world.connection(as: world.app.framework)
      let draft = try #require(try await alice.drafts().first)
      #expect(try await alice.send(draft.draft.draftID) == .sent)
      #expect(try await world.bobsHighlights() == ["Bread"])
      #expect(world.app.processes.count == 1)
      #expect(await soon { world.app.events("highlights").last == ["highlights", "1"] })
      process.terminate()
    }
  }

  @Test func `an app and the agent killed together between the two actions leave nothing`()
    async throws
  {
    try await AgentWorld.running { world, agent in
      world.app.behave("stalls-in-update")
      _ = try await world.sharesBread()
      #expect(await soon { world.app.events("stalls").count == 1 })
      await agent.kill()
      world.app.endAll()
      try await agent.start()
      try await world.nothingIsLeft()
      // The agent started the app to have it take back what it had made.
      #expect(world.app.processes.count == 2)
    }
  }
}

extension AgentWorld {
  /// The app, started by hand, shows its share sheet for a new document; its person sends to bob.
  fileprivate func sharesBread() async throws -> Process {
    let document = try await account.createDocument(
      CreateDocument(requestID: .random(), title: "Bread"))
    return try app.shares(document.documentID, "Bread", socketPath: socketPath)
  }

  private func collaboration() throws -> CollaborationID {
    try CollaborationID(try #require(app.events("prepared").first?[1]))
  }

  fileprivate func hasParticipants(_ count: Int) async throws {
    #expect(try await account.participants(of: collaboration()).participants.count == count)
  }

  /// No collaboration and so no identity, no message, and the draft back with its reason.
  fileprivate func nothingIsLeft() async throws {
    let id = try collaboration()
    let alice = connection(as: app.framework)
    #expect(
      await soon {
        let drafts = try? await alice.drafts()
        return drafts?.map(\.state) == [.staged] && drafts?.first?.draft.failure == .interrupted
      })
    #expect(await soon { await refusalCode { try await account.participants(of: id) } != nil })
    #expect(try await bobsHighlights() == [])
  }
}
