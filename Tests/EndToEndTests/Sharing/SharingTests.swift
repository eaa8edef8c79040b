import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Synchronization
import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(3))) struct SharingTests {
  @Test func `what is shared into a conversation opens on every device of everybody in it`()
    async throws
  {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let carol = try await world.person("carol")
      let tablet = try await MessengerDevice.link(to: bob.messenger, at: world.relay)
      await bob.settle(on: tablet)
      let conversation = try await alice.messenger.createConversation(members: ["bob", "carol"])
      let document = try await alice.document("Baking Recipes")
      let (draft, outcome) = try await alice.share(document, in: conversation, text: "Have a look")
      #expect(outcome == .sent)
      #expect(try await alice.messenger.drafts().allSatisfy { $0.draft.draftID != draft })
      #expect(try await !bob.canRead(document))

      for device in [bob.messenger, tablet] {
        try await device.sync()
        let highlight = try #require(try await device.highlights(for: world.app.origin).first)
        #expect(highlight.canProve && highlight.title == "Baking Recipes")
        #expect(try await MessengerDevice.texts(device, conversation) == ["Have a look"])
      }
      let id = try #require(
        try await tablet.highlights(for: world.app.origin).first
      ).collaborationID
      #expect(try await bob.open(id, with: tablet).get().result == .granted)
      #expect(try await bob.canRead(document))
      #expect(try await bob.open(id).get().result == .alreadyGranted)

      try await carol.messenger.sync()
      #expect(try await carol.open(id).get().result == .granted)
      #expect(try await alice.client.participants(of: id).participants.count == 3)
      // The initiator's own messenger holds an identity like everybody's.
      #expect(
        try await alice.messenger.highlight(for: id, of: world.app.origin)?.canProve == true)
    }
  }

  @Test func `a share that fails leaves nothing on either server and the draft is back`()
    async throws
  {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      try await bob.messenger.sync()
      let document = try await alice.document("Baking Recipes")
      alice.app.losesAnswers.withLock { $0 = true }
      let (draftID, outcome) = try await alice.share(
        document, in: conversation, text: "secret text")
      #expect(outcome == .failed(.updateFailed("the answer was lost")))
      let draft = try #require(try await alice.messenger.drafts().first)
      #expect(draft.draft.draftID == draftID && draft.state == .staged)
      #expect(draft.draft.failure == .updateFailed("the answer was lost"))
      #expect(draft.draft.text == "secret text")
      // The roots were on the server, and are not any more; nothing is shared.
      let roots = alice.app.roots.withLock(\.self)
      #expect(roots.count == 2)
      let ended = try await alice.client.document(document.documentID)
      #expect(ended.collaborationID == nil)
      #expect(try await bob.messenger.sync().received == 0)
      #expect(try await bob.messenger.highlights().isEmpty)
      // The same draft can be sent once the app works again.
      alice.app.losesAnswers.withLock { $0 = false }
      #expect(try await alice.messenger.send(draftID) == .sent)
      try await bob.messenger.sync()
      #expect(try await bob.messenger.highlights().count == 1)
    }
  }

  @Test func `neither server sees what belongs to the other`() async throws {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      let document = try await alice.document("Baking Recipes")
      _ = try await alice.share(document, in: conversation, text: "Have a look")
      try await bob.messenger.sync()
      let highlight = try #require(try await bob.messenger.highlights().first)
      _ = try await bob.open(highlight.collaborationID).get()
      for text in ["Baking Recipes", "Have a look", highlight.link] {
        #expect(try !world.relayHas(Array(text.utf8)))
      }
      for root in alice.app.roots.withLock(\.self) {
        #expect(try world.serverHas(root.bytes))
        #expect(try !world.relayHas(root.bytes))
      }
      for person in [alice, bob] {
        #expect(try !world.serverHas(person.messenger.accountID.bytes))
        #expect(try !world.serverHas(person.messenger.deviceID.bytes))
        #expect(try world.relayHas(person.messenger.deviceID.bytes))
      }
      #expect(try !world.serverHas(Array("Have a look".utf8)))
    }
  }

  @Test func `another app account is asked about, and without a yes there is no proof`()
    async throws
  {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      let document = try await alice.document("Baking Recipes")
      _ = try await alice.share(document, in: conversation)
      try await bob.messenger.sync()
      let id = try #require(try await bob.messenger.highlights().first).collaborationID
      // Mallory's session in Bob's app: his device would sign for her account (protocol 8.3).
      let mallory = try await SharingPerson("mallory", bob.messenger, at: world.app)
      let asked = Mutex<[AccountConfirmation]>([])
      await bob.messenger.setAccountConfirmation { question in
        asked.withLock { $0.append(question) }
        return question.account == bob.account
      }
      #expect(try await mallory.open(id, with: bob.messenger) == .failure(.accountNotConfirmed))
      #expect(try await bob.open(id).get().result == .granted)
      #expect(try await bob.open(id).get().result == .alreadyGranted)
      #expect(try await mallory.open(id, with: bob.messenger) == .failure(.accountNotConfirmed))
      #expect(
        asked.withLock { $0.map(\.account) } == [mallory.account, bob.account, mallory.account])
      #expect(asked.withLock { $0.last?.previous } == bob.account)
      #expect(try await !mallory.canRead(document))
    }
  }
}
