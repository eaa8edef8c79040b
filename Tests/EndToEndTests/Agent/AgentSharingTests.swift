import Foundation
import GroveAgent
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger
import Testing

/// Shares through an agent whose app is a process that comes and goes.
@Suite(.serialized, .timeLimit(.minutes(3))) struct AgentSharingTests {
  @Test func `an app that is not running is started in the background, and answers both actions`()
    async throws
  {
    try await AgentWorld.running { world, _ in
      let alice = world.connection()
      let (document, draft) = try await world.stage("Bread", with: alice)
      #expect(try await alice.send(draft.draftID) == .sent)
      #expect(try await world.bobsHighlights() == ["Bread"])
      #expect(try await alice.highlights(for: world.origin).map(\.title) == ["Bread"])
      #expect(try alice.highlightsNow(for: world.origin).map(\.title) == ["Bread"])
      #expect(world.app.processes.count == 1)
      #expect(world.app.events.first?.words == ["began", "alone", "no-terminal"])
      #expect(world.app.events("start").count == 1)
      #expect(world.app.events("update").count == 1)
      // The second share finds it running.
      let (_, second) = try await world.stage("Cake", with: alice)
      #expect(try await alice.send(second.draftID) == .sent)
      #expect(world.app.processes.count == 1)
      _ = document
    }
  }

  @Test func `an app that ends between the two actions is started again, and the share is sent`()
    async throws
  {
    try await AgentWorld.running { world, _ in
      world.app.behave("ends-after-start")
      let alice = world.connection()
      let (_, draft) = try await world.stage("Bread", with: alice)
      #expect(try await alice.send(draft.draftID) == .sent)
      #expect(try await world.bobsHighlights() == ["Bread"])
      #expect(world.app.processes.count == 2)
    }
  }

  @Test func `an app killed inside an action is handed the same action again`() async throws {
    try await AgentWorld.running { world, _ in
      world.app.behave("dies-in-start")
      world.app.behave("dies-in-update")
      let alice = world.connection()
      let (_, draft) = try await world.stage("Bread", with: alice)
      #expect(try await alice.send(draft.draftID) == .sent)
      #expect(try await world.bobsHighlights() == ["Bread"])
      let starts = world.app.events("start")
      #expect(starts.count == 2)
      #expect(Set(starts).count == 1)
      // The server knew the repeated action: one collaboration, one identity for each person.
      #expect(Set(world.app.events("prepared")).count == 1)
      #expect(Set(world.app.events("update")).count == 1)
      let id = try CollaborationID(try #require(world.app.events("prepared").first?[1]))
      #expect(try await world.account.participants(of: id).participants.count == 2)
    }
  }

  @Test func `an app that cannot stay fails its share with the reason, and leaves nothing`()
    async throws
  {
    try await AgentWorld.running { world, _ in
      let app = AgentApp(
        origin: world.origin, name: "Broken", command: ["/bin/sh", "-c", "echo broken; exit 3"])
      let alice = world.connection(as: app)
      let (_, draft) = try await world.stage("Bread", with: alice)
      guard case .failed(.startFailed(let reason)) = try await alice.send(draft.draftID) else {
        Issue.record("not failed by the app")
        return
      }
      #expect(reason.hasPrefix("Broken was started and ended at once; see "))
      let log = try #require(reason.split(separator: " ").last?.dropLast())
      let said = FileManager.default.contents(atPath: String(log)).map {
        String(decoding: $0, as: UTF8.self)
      }
      // Started more than once, and not all the time.
      let times = said?.split(separator: "\n").count ?? 0
      #expect((2...8).contains(times))
      let back = try await alice.drafts()
      #expect(back.map(\.state) == [.staged])
      #expect(try await world.bobsHighlights() == [])
    }
  }

  @Test
  func
    `an agent killed between the two actions ends the share with the draft back and nothing left`()
    async throws
  {
    try await AgentWorld.running { world, agent in
      world.app.behave("stalls-in-update")
      let alice = world.connection()
      let (document, draft) = try await world.stage("Bread", with: alice)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          await #expect(throws: MessengerError(.agentUnreachable)) {
            try await alice.send(draft.draftID)
          }
        }
        #expect(await soon { world.app.events("stalls").count == 1 })
        await agent.kill()
        try await group.waitForAll()
      }
      try await agent.start()
      world.app.go()
      let id = try CollaborationID(try #require(world.app.events("prepared").first?[1]))
      #expect(
        await soon {
          let drafts = try? await alice.drafts()
          return drafts?.map(\.state) == [.staged] && drafts?.first?.draft.failure == .interrupted
        })
      // The app that still ran took back what was on its server.
      #expect(
        await soon { await refusalCode { try await world.account.participants(of: id) } != nil })
      #expect(world.app.events("cancelled").count >= 1)
      #expect(try await world.bobsHighlights() == [])
      // And the same draft can be sent now.
      #expect(try await alice.send(draft.draftID) == .sent)
      #expect(try await world.bobsHighlights() == ["Bread"])
      _ = document
    }
  }

  @Test func `an agent and its app killed together still take back what they began`() async throws {
    try await AgentWorld.running { world, agent in
      world.app.behave("stalls-in-update")
      let alice = world.connection()
      let (_, draft) = try await world.stage("Bread", with: alice)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await alice.send(draft.draftID) }
        #expect(await soon { world.app.events("stalls").count == 1 })
        await agent.kill()
        world.app.endAll()
        try await group.waitForAll()
      }
      try await agent.start()
      let id = try CollaborationID(try #require(world.app.events("prepared").first?[1]))
      #expect(
        await soon { await refusalCode { try await world.account.participants(of: id) } != nil })
      #expect(world.app.processes.count == 2)
      #expect(await soon { (try? await alice.drafts())?.map(\.state) == [.staged] })
      #expect(try await world.bobsHighlights() == [])
    }
  }

  @Test func `a share goes on when the process that began it ends`() async throws {
    try await AgentWorld.running { world, _ in
      world.app.behave("stalls-in-update")
      let alice = world.connection()
      let (_, draft) = try await world.stage("Bread", with: alice)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await alice.send(draft.draftID) }
        #expect(await soon { world.app.events("stalls").count == 1 })
        alice.close()
        try await group.waitForAll()
      }
      world.app.go()
      #expect(await soon { (try? await world.bobsHighlights()) == ["Bread"] })
      let drafts = try await world.connection().drafts()
      #expect(drafts.isEmpty)
    }
  }

  @Test func `an agent that is asked to end finishes the share that is under way`() async throws {
    try await AgentWorld.running { world, agent in
      world.app.behave("stalls-in-update")
      let alice = world.connection()
      let (_, draft) = try await world.stage("Bread", with: alice)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          let outcome = try await alice.send(draft.draftID)
          #expect(outcome == .sent)
        }
        #expect(await soon { world.app.events("stalls").count == 1 })
        group.addTask {
          try await Task.sleep(for: .seconds(1))
          world.app.go()
        }
        await agent.stop()
        try await group.waitForAll()
      }
      #expect(try await world.bobsHighlights() == ["Bread"])
      // The app that the agent had started has been ended with it.
      let process = try #require(world.app.processes.first)
      #expect(await soon { kill(process, 0) != 0 })
    }
  }

  @Test func `several apps at once each see their own, whatever they ask`() async throws {
    try await AgentWorld.running { world, _ in
      let others = try GroveServers()
      let otherOrigin = try await others.start(.collaboration)
      let client = try await AppAccounts.signUp("alice@docs.example", at: otherOrigin)
      let session = try await CollaborationClient(
        origin: otherOrigin, transport: HTTPClientTransport()
      ).createSession(
        CreateSession(account: AccountLabel("alice@docs.example"), password: "a long password"))
      let otherApp = try AgentTestApp(
        folder: world.folder + "/other-app", origin: otherOrigin, token: session.token)
      let (first, second) = (world.connection(), world.connection(as: otherApp.registered))
      let (_, bread) = try await world.stage("Bread", with: first)
      let (_, budget) = try await world.stage("Budget", with: second, at: client)
      async let one = first.send(bread.draftID)
      async let two = second.send(budget.draftID)
      #expect(try await [one, two] == [.sent, .sent])
      #expect(try await world.bobsHighlights().sorted() == ["Bread", "Budget"])
      let mine = try await first.highlights(for: world.origin)
      let theirs = try await second.highlights(for: otherOrigin)
      #expect(mine.map(\.title) == ["Bread"])
      #expect(theirs.map(\.title) == ["Budget"])
      let link = try #require(theirs.first).link
      let id = try #require(theirs.first).collaborationID
      #expect(try await first.highlight(forLink: link, of: world.origin) == nil)
      #expect(try await first.highlight(for: id, of: world.origin) == nil)
      #expect(try await first.conversation(for: id, of: world.origin) == nil)
      await #expect(throws: MessengerError(.originRefused)) {
        try await first.highlights(for: otherOrigin)
      }
      let challenge = try await client.challenge(for: id)
      let proof = try await first.signedIdentityProof(
        for: id, using: challenge.data.bytes, of: world.origin)
      #expect(proof == .failure(.noInvitation))
      let own = try await second.signedIdentityProof(
        for: id, using: challenge.data.bytes, of: otherOrigin)
      guard case .success(let made) = own else {
        Issue.record("no proof for the app's own")
        return
      }
      _ = try await client.prove(made.json(), for: id)
      otherApp.endAll()
      await others.end()
    }
  }
}

/// Waits, half a minute at most, until something holds: what failed once is tried again with growing pauses, and on a busy
/// machine one of them is half of it.
func soon(_ holds: () async -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(30)
  while ContinuousClock.now < end {
    if await holds() { return true }
    try? await Task.sleep(for: .milliseconds(50))
  }
  return false
}
