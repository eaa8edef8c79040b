import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Synchronization
import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(3))) struct SharingRestartTests {
  @Test func `a share while the relay is away waits, visibly, and is sent later`() async throws {
    let relay = try RelayHost()
    try await CollaborationHost.running { app in
      let world = SharingWorld(relay: relay, app: app)
      let (alice, bob, conversation) = try await relay.running {
        let alice = try await world.person("alice")
        let bob = try await world.person("bob")
        return (alice, bob, try await alice.messenger.createConversation(members: ["bob"]))
      }
      let document = try await alice.document("Baking Recipes")
      let (draftID, outcome) = try await alice.share(document, in: conversation, text: "Look")
      #expect(outcome == .waiting)
      #expect(try await alice.messenger.drafts().map(\.state) == [.queued])
      #expect(try await alice.client.document(document.documentID).collaborationID == nil)
      await #expect(throws: MessengerError(.itemUnknown)) {
        try await alice.messenger.discardDraft(draftID)
      }
      try await relay.running {
        try await alice.messenger.sync()
        #expect(try await alice.messenger.drafts().isEmpty)
        try await bob.messenger.sync()
        let id = try #require(try await bob.messenger.highlights().first).collaborationID
        #expect(try await bob.open(id).get().result == .granted)
        #expect(try await MessengerDevice.texts(bob.messenger, conversation) == ["Look"])
      }
    }
  }

  @Test func `a share that waits can be cancelled and leaves nothing`() async throws {
    let relay = try RelayHost()
    try await CollaborationHost.running { app in
      let world = SharingWorld(relay: relay, app: app)
      let (alice, bob, conversation) = try await relay.running {
        let alice = try await world.person("alice")
        let bob = try await world.person("bob")
        return (alice, bob, try await alice.messenger.createConversation(members: ["bob"]))
      }
      let document = try await alice.document("Baking Recipes")
      let (draftID, _) = try await alice.share(document, in: conversation)
      #expect(try await alice.messenger.cancelShare(draftID))
      let draft = try #require(try await alice.messenger.drafts().first)
      #expect(draft.state == .staged && draft.draft.failure == .cancelled)
      try await relay.running {
        try await alice.messenger.sync()
        try await bob.messenger.sync()
      }
      #expect(try await bob.messenger.highlights().isEmpty)
      #expect(try await alice.client.document(document.documentID).collaborationID == nil)
    }
  }

  @Test func `a program that ends in the middle of a share leaves nothing after its next start`()
    async throws
  {
    try await SharingWorld.running { world in
      let folder = MessengerDevice.folder()
      let bob = try await world.person("bob")
      let (account, app) = try await endsInTheMiddle(world, folder)
      let roots = app.roots.withLock(\.self)
      #expect(roots.count == 2)
      for root in roots { #expect(try world.serverHas(root.bytes)) }
      let messenger = try await Messenger.open(
        folder: folder, environment: MessengerDevice.environment())
      let alice = SharingPerson("alice", messenger, account, app)
      app.stalls.withLock { $0 = false }
      await alice.settle(on: alice.messenger)
      #expect(try await alice.messenger.drafts().map(\.state) == [.sending])
      try await alice.messenger.sync()
      let draft = try #require(try await alice.messenger.drafts().first)
      #expect(draft.state == .staged && draft.draft.failure == .interrupted)
      #expect(try await alice.client.documents().documents.allSatisfy { $0.collaborationID == nil })
      try await bob.messenger.sync()
      #expect(try await bob.messenger.highlights().isEmpty)
      // And the draft is as good as new.
      #expect(try await alice.messenger.send(draft.draft.draftID) == .sent)
      try await bob.messenger.sync()
      #expect(try await bob.messenger.highlights().count == 1)
    }
  }

  /// Alice's process ends while the app has stored the identities and not answered yet. Her first
  /// messenger is gone when this returns.
  private func endsInTheMiddle(_ world: SharingWorld, _ folder: String) async throws
    -> (AccountLabel, DocumentApp)
  {
    let first = try await world.person("alice", folder: folder)
    let conversation = try await first.messenger.createConversation(members: ["bob"])
    let document = try await first.document("Baking Recipes")
    first.app.stalls.withLock { $0 = true }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { _ = try? await first.share(document, in: conversation) }
      while !first.app.isStalled.withLock(\.self) {
        try? await Task.sleep(for: .milliseconds(5))
      }
      group.cancelAll()
    }
    return (first.account, first.app)
  }
}
