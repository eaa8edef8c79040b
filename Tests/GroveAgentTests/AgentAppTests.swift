import Foundation
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Synchronization
import Testing

@testable import GroveAgent
@testable import GroveAgentServer

@Suite(.serialized, .timeLimit(.minutes(1))) struct AgentAppTests {
  @Test func `an app sees the highlights of its own origin and no other's`() async throws {
    try await AgentHarness.running { harness in
      let mine = try Sample.highlight("Bread", of: "recipes")
      let other = try Sample.highlight("Budget", of: "sheets")
      harness.system.state.withLock { $0.highlights = [mine, other] }
      let recipes = AgentConnection(
        app: try Sample.app("recipes"), socketPath: harness.socketPath)
      #expect(try await recipes.highlights(for: Sample.origin("recipes")) == [mine])
      #expect(try recipes.highlightsNow(for: Sample.origin("recipes")) == [mine])
      #expect(
        try await recipes.highlight(forLink: mine.link, of: Sample.origin("recipes")) == mine)
      #expect(
        try await recipes.highlight(forLink: other.link, of: Sample.origin("recipes")) == nil)
      #expect(
        try await recipes.highlight(for: other.collaborationID, of: Sample.origin("recipes"))
          == nil)
      await #expect(throws: MessengerError(.originRefused)) {
        try await recipes.highlights(for: Sample.origin("sheets"))
      }
    }
  }

  @Test func `highlights can be read by a thread that waits`() async throws {
    try await AgentHarness.running { harness in
      let mine = try Sample.highlight("Bread", of: "recipes")
      harness.system.state.withLock { $0.highlights = [mine] }
      let recipes = AgentConnection(
        app: try Sample.app("recipes"), socketPath: harness.socketPath)
      let origin = try Sample.origin("recipes")
      let seen = await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: try? recipes.highlightsNow(for: origin)) }.start()
      }
      #expect(seen == [mine])
    }
  }

  @Test func `an app hears that its highlights have changed, and nothing of another's`()
    async throws
  {
    try await AgentHarness.running { harness in
      let recipes = AgentConnection(
        app: try Sample.app("recipes"), socketPath: harness.socketPath)
      let sheets = AgentConnection(app: try Sample.app("sheets"), socketPath: harness.socketPath)
      var heard = recipes.highlightChanges(for: try Sample.origin("recipes")).makeAsyncIterator()
      var others = sheets.highlightChanges(for: try Sample.origin("sheets")).makeAsyncIterator()
      // Both are told once that they are connected.
      _ = await heard.next()
      _ = await others.next()
      let mine = try Sample.highlight("Bread", of: "recipes")
      harness.system.changed([mine], of: try Sample.origin("recipes"))
      _ = await heard.next()
      #expect(try await recipes.highlights(for: Sample.origin("recipes")) == [mine])
      harness.system.changed([mine], of: try Sample.origin("sheets"))
      _ = await others.next()
      #expect(try await sheets.highlights(for: Sample.origin("sheets")) == [])
      for await _ in sheets.highlightChanges(for: try Sample.origin("recipes")) {
        Issue.record("changes of another origin")
      }
    }
  }

  @Test func `many apps that come at the same moment are all taken and remembered`() async throws {
    let folder = try AgentHarness.makeFolder()
    let names = (0..<12).map { "app\($0)" }
    try await AgentHarness.running(folder: folder) { harness in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for name in names {
          let app = try Sample.app(name)
          let connection = AgentConnection(app: app, socketPath: harness.socketPath)
          group.addTask { _ = try await connection.highlights(for: app.origin) }
        }
        try await group.waitForAll()
      }
    }
    let remembered = try AppRegistryFile(path: folder + "/apps.json").load()
    #expect(Set(remembered.entries.map(\.app.name)) == Set(names))
  }

  @Test func `proofs, notices and conversations travel as they are`() async throws {
    try await AgentHarness.running { harness in
      let mine = try Sample.highlight("Bread", of: "recipes")
      harness.system.state.withLock { $0.highlights = [mine] }
      let origin = try Sample.origin("recipes")
      let recipes = AgentConnection(
        app: try Sample.app("recipes"), socketPath: harness.socketPath)
      let refused = RootHash(unchecked: [UInt8](repeating: 3, count: 32))
      let proof = try await recipes.signedIdentityProof(
        for: mine.collaborationID, using: [1, 2, 3], of: origin, refused: [refused])
      guard case .success(let made) = proof, case .transcript(let signed) = made.form else {
        Issue.record("no proof")
        return
      }
      #expect(signed.challenge == [1, 2, 3])
      #expect(harness.system.state.withLock(\.refused) == [refused])
      let none = try await recipes.signedIdentityProof(
        for: CollaborationID("Other"), using: [], of: origin, refused: [])
      #expect(none == .failure(.noInvitation))
      let pushKey = SigningKey().publicKey
      let address = try await recipes.noticeAddress(
        for: mine.collaborationID, of: origin, pushKey: pushKey)
      #expect(address?.p256dh == pushKey && address?.auth == .zero)
      #expect(
        try await recipes.noticeAddress(
          for: CollaborationID("Other"), of: origin, pushKey: pushKey) == nil)
      let post = NoticePost(noticeID: .random(), kind: .edit, at: 5)
      #expect(
        try await recipes.postNotice(post, for: mine.collaborationID, of: origin)
          == .success([.zero]))
      let mention = NoticePost(noticeID: .random(), kind: .mention, at: 5)
      #expect(
        try await recipes.postNotice(mention, for: mine.collaborationID, of: origin)
          == .failure(.unknownRoot))
      try await recipes.clearNotices(for: mine.collaborationID, of: origin)
      #expect(harness.system.state.withLock(\.asked) == ["clear Bread of https://recipes.example"])
      await #expect(
        throws: MessengerError(.relayRefused, problem: .init(rawValue: "rate_limited"))
      ) {
        try await recipes.retractNotices(for: mine.collaborationID, of: origin)
      }
      let summary = try await recipes.conversation(for: mine.collaborationID, of: origin)
      #expect(summary?.photo == [1, 2, 255])
    }
  }

  @Test func `a sheet is staged with what was chosen, and an app stages only its own`()
    async throws
  {
    try await AgentHarness.running { harness in
      let app = try Sample.app("recipes")
      let recipes = AgentConnection(app: app, socketPath: harness.socketPath)
      let content = SharedContent(
        metadata: .init(localIdentifier: "d", title: "Bread"),
        file: .init(name: "b.txt", mediaType: "text/plain", bytes: [0, 10, 255]), image: [9])
      var sheet = try #require(
        try await recipes.shareSheet(for: content, from: TestApp(app)))
      #expect(sheet.suggestedConversations == [.zero])
      _ = sheet.choose(.sendCopy)
      try await recipes.choose(.zero, in: &sheet)
      sheet.text = "here\nyou are"
      let draft = try await recipes.stage(sheet)
      #expect(draft.file == content.file)
      #expect(draft.text == "here\nyou are")
      #expect(draft.recipients == [.zero])
      let first = harness.system.state.withLock { $0.staged.first }
      let staged = try #require(first)
      #expect(staged.header == sheet.header)
      #expect(staged.mode == .sendCopy)
      let origin = try Sample.origin("sheets")
      let foreign = try #require(
        ShareSheet(origin: origin, appName: "", metadata: content.metadata))
      await #expect(throws: MessengerError(.originRefused)) { try await recipes.stage(foreign) }
    }
  }

  @Test func `what a person asks is answered, and an app's socket is not asked for it`()
    async throws
  {
    try await AgentHarness.running { harness in
      let person = AgentConnection(app: nil, socketPath: harness.socketPath)
      #expect(try await person.conversationSummaries().map(\.title) == ["Kitchen"])
      #expect(try await person.recipient(handle: "bob").name == "Bob")
      await #expect(throws: MessengerError(.contactUnknown)) {
        try await person.recipient(handle: "eve")
      }
      await #expect(throws: MessengerError(.itemUnknown)) {
        try await person.discardDraft(.zero)
      }
      try await person.message("hello", in: .zero)
      #expect(harness.system.state.withLock(\.asked) == ["message hello"])
      await #expect(throws: MessengerError(.originRefused)) {
        try await person.highlights(for: Sample.origin("recipes"))
      }
      let raw = try RawClient(harness.socketPath)
      try raw.send(ClientFrame.hello(AgentHello(.app(try Sample.app("recipes")))))
      _ = try raw.line()
      try raw.send(ClientFrame.ask(id: 1, .drafts))
      guard case .failed(1, let error) = try raw.frame() else {
        Issue.record("an app was shown drafts")
        return
      }
      #expect(error.code == .originRefused)
    }
  }

  @Test func `a person's surface is told whose devices wait, and an app is not`() async throws {
    try await AgentHarness.running { harness in
      let key = CollaborationKey(
        audience: try Sample.origin("recipes"), collaborationID: try CollaborationID("doc-1"))
      let waiting = AccessRenewal(
        person: Recipient(account: .zero, handle: "bob", name: "Bob"), collaboration: key,
        title: "Soup", conversationID: .zero, reason: .deviceAdded, since: 7, isAlarmed: true)
      harness.system.state.withLock { $0.renewals = [waiting] }
      let person = AgentConnection(app: nil, socketPath: harness.socketPath)
      #expect(try await person.accessRenewals() == [waiting])
      #expect(try await person.renewAccess(of: .zero, in: key) == .sent)
      #expect(try await person.renewAccess(of: .zero, in: key) == nil)
      #expect(try await !person.letsDevicesIn())
      try await person.setLetsDevicesIn(true)
      #expect(try await person.letsDevicesIn())
      let raw = try RawClient(harness.socketPath)
      try raw.send(ClientFrame.hello(AgentHello(.app(try Sample.app("recipes")))))
      _ = try raw.line()
      for (id, question) in [AgentRequest.accessRenewals, .setLetsDevicesIn(false)].enumerated() {
        try raw.send(ClientFrame.ask(id: id, question))
        guard case .failed(id, let error) = try raw.frame() else {
          Issue.record("an app was answered")
          return
        }
        #expect(error.code == .originRefused)
      }
    }
  }

  @Test func `a question nobody waits for is given up in the agent too`() async throws {
    try await AgentHarness.running { harness in
      harness.system.state.withLock { $0.delay = .seconds(60) }
      let recipes = AgentConnection(
        app: try Sample.app("recipes"), socketPath: harness.socketPath)
      let origin = try Sample.origin("recipes")
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          await #expect(throws: MessengerError(.cancelled)) {
            try await recipes.highlights(for: origin)
          }
        }
        #expect(await eventually { harness.system.state.withLock(\.looks) == 1 })
        group.cancelAll()
      }
      #expect(
        await eventually { harness.system.state.withLock(\.asked) == ["cancelled"] })
    }
  }

  @Test func `without an agent every question says so at once`() async throws {
    let folder = try AgentHarness.makeFolder()
    let nobody = AgentConnection(
      app: try Sample.app("recipes"), socketPath: folder + "/agent.sock")
    let origin = try Sample.origin("recipes")
    await #expect(throws: MessengerError(.agentUnreachable)) {
      try await nobody.highlights(for: origin)
    }
    #expect(throws: MessengerError(.agentUnreachable)) { try nobody.highlightsNow(for: origin) }
    await #expect(throws: MessengerError(.agentUnreachable)) { try await nobody.drafts() }
  }
}
