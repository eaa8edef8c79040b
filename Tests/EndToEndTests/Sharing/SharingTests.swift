import GroveClient
import GroveIdentity
import GroveMessage
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

  @Test func `who leaves the conversation loses the document on consent, and can come back`()
    async throws
  {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let carol = try await world.person("carol")
      let conversation = try await alice.messenger.createConversation(members: ["bob", "carol"])
      let document = try await alice.document("Baking Recipes")
      _ = try await alice.share(document, in: conversation)
      for person in [bob, carol] { try await person.messenger.sync() }
      let id = try #require(try await bob.messenger.highlights().first).collaborationID
      _ = try await bob.open(id).get()
      _ = try await carol.open(id).get()

      try await alice.messenger.removeMembers(["bob"], from: conversation)
      try await alice.messenger.sync()
      let offer = try #require(try await alice.messenger.membershipOffers().first)
      #expect(offer.documents.map(\.loses) == [[bob.messenger.accountID]])
      #expect(offer.documents.flatMap(\.gains).isEmpty)
      #expect(try await bob.canRead(document))
      let applied = Array(try await alice.messenger.apply(offer).values)
      #expect(applied == [.sent])
      #expect(try await !bob.canRead(document))
      #expect(try await carol.canRead(document))
      #expect(try await alice.messenger.membershipOffers().isEmpty)
      guard case .success = try await bob.open(id) else { return try await comeBack() }
      Issue.record("a removed participant proved its way back in")

      @Sendable func comeBack() async throws {
        try await carol.messenger.sync()
        let key = CollaborationKey(audience: world.app.origin, collaborationID: id)
        #expect(
          try await carol.messenger.participants(of: key)
            == [alice.messenger.accountID, carol.messenger.accountID])
        try await alice.messenger.addMembers(["bob"], to: conversation)
        try await alice.messenger.sync()
        let again = try #require(try await alice.messenger.membershipOffers().first)
        #expect(again.documents.map(\.gains) == [[bob.messenger.accountID]])
        #expect(try await !bob.canRead(document))
        let reapplied = Array(try await alice.messenger.apply(again).values)
        #expect(reapplied == [.sent])
        try await bob.messenger.sync()
        #expect(try await bob.open(id).get().result == .granted)
        #expect(try await bob.canRead(document))
      }
    }
  }

  @Test func `a device added later gets in after a refresh`() async throws {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      let document = try await alice.document("Baking Recipes")
      _ = try await alice.share(document, in: conversation)
      try await bob.messenger.sync()
      let id = try #require(try await bob.messenger.highlights().first).collaborationID
      let tablet = try await MessengerDevice.link(to: bob.messenger, at: world.relay)
      await bob.settle(on: tablet)
      try await tablet.sync()
      #expect(try await bob.open(id, with: tablet) == .failure(.noInvitation))
      // Nothing happens by itself for a device that was added.
      try await alice.messenger.sync()
      #expect(
        try await alice.messenger.identityRenewals().map(\.reason) == [.deviceAdded])
      let key = CollaborationKey(audience: world.app.origin, collaborationID: id)
      #expect(try await alice.messenger.renewIdentities(in: key) == .sent)
      try await tablet.sync()
      #expect(try await bob.open(id, with: tablet).get().result == .granted)
      #expect(try await bob.canRead(document))
      #expect(try await alice.messenger.identityRenewals().isEmpty)
    }
  }

  @Test func `a removed device's leaf is replaced at once and granted access stays`() async throws {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let tablet = try await MessengerDevice.link(to: bob.messenger, at: world.relay)
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      let document = try await alice.document("Baking Recipes")
      _ = try await alice.share(document, in: conversation)
      for device in [bob.messenger, tablet] { try await device.sync() }
      let id = try #require(try await bob.messenger.highlights().first).collaborationID
      let before = try await bob.open(id).get().root
      // The tablet is stolen: it can prove, as long as nobody has done anything.
      let thief = try await SharingPerson("thief", tablet, at: world.app)
      await thief.settle(on: tablet)
      try await bob.messenger.removeDevice(tablet.deviceID)
      try await alice.messenger.sync()
      let roots = try await alice.client.participants(of: id).participants
      #expect(!roots.contains { $0.root == before })
      #expect(roots.first { $0.account == bob.account }?.root != nil)
      #expect(try await bob.canRead(document))
      guard case .failure = try await thief.open(id, with: tablet) else {
        Issue.record("a removed device proved under a replaced identity")
        return
      }
      #expect(try await !thief.canRead(document))
      try await bob.messenger.sync()
      #expect(try await bob.open(id).get().result == .alreadyGranted)
    }
  }

  @Test func `a notice reaches everybody, a mention one person, and both are gone when cleared`()
    async throws
  {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let carol = try await world.person("carol")
      let conversation = try await alice.messenger.createConversation(members: ["bob", "carol"])
      let document = try await alice.document("Baking Recipes")
      _ = try await alice.share(document, in: conversation)
      for person in [bob, carol] { try await person.messenger.sync() }
      let origin = world.app.origin
      let id = try #require(try await bob.messenger.highlights().first).collaborationID
      let bobsRoot = try await bob.open(id).get().root

      // Carol edits twice and mentions Bob.
      for _ in 0..<2 {
        let told = try await carol.messenger.postNotice(
          carol.messenger.noticeDraft(.edit), for: id, of: origin)
        #expect(
          try told.get() == [alice.messenger.accountID, bob.messenger.accountID].sorted())
      }
      let mention = try await carol.messenger.postNotice(
        carol.messenger.noticeDraft(.mention, mentioning: bobsRoot), for: id, of: origin)
      #expect(try mention.get() == [bob.messenger.accountID])
      for person in [alice, bob] { try await person.messenger.sync() }
      let seenByAlice = try await alice.messenger.notices(in: conversation)
      #expect(seenByAlice.map(\.text) == ["Carol edited"])
      #expect(seenByAlice.map(\.attribution) == ["Carol's app says"])
      let link = try await bob.messenger.highlights().first?.link
      #expect(seenByAlice.first?.link == link)
      let seenByBob = try await bob.messenger.notices(in: conversation)
      #expect(seenByBob.map(\.text) == ["Carol edited", "Carol mentioned you"])

      try await carol.messenger.retractNotices(for: id, of: origin)
      try await alice.messenger.sync()
      #expect(try await alice.messenger.notices(in: conversation).isEmpty)
      try await bob.messenger.clearNotices(for: id, of: origin)
      #expect(try await bob.messenger.notices(in: conversation).isEmpty)
    }
  }

  @Test func `a notice the server vouches for is a fact`() async throws {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      let document = try await alice.document("Baking Recipes")
      _ = try await alice.share(document, in: conversation)
      try await bob.messenger.sync()
      let origin = world.app.origin
      let id = try #require(try await bob.messenger.highlights().first).collaborationID
      _ = try await bob.open(id).get()
      let update = RequestID.random()
      _ = try await bob.client.appendUpdate(
        AppendUpdate(updateID: update, kind: .edit, data: Base64URLBytes([1, 2, 3])),
        to: document.documentID)
      let draft = bob.messenger.noticeDraft(.edit)
      let vouched = try await bob.client.attestNotice(
        AttestNotice(
          noticeID: draft.noticeID, event: Int(draft.kind.event),
          trigger: Int(draft.kind.trigger), at: DecimalUInt64(draft.at)),
        in: id)
      let notice = NoticePost(
        noticeID: draft.noticeID, kind: draft.kind, at: draft.at,
        attestation: NoticeAttestation(
          keyID: vouched.keyID, root: vouched.root, signature: vouched.signature))
      _ = try await bob.messenger.postNotice(notice, for: id, of: origin).get()
      try await alice.messenger.sync()
      let shown = try #require(try await alice.messenger.notices(in: conversation).first)
      #expect(shown.text == "Bob edited" && shown.attribution == nil)
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
