import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(3))) struct SharingMembershipTests {
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

  @Test func `another device of the initiator can change who takes part, and both agree`()
    async throws
  {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let carol = try await world.person("carol")
      let tablet = try await MessengerDevice.link(to: alice.messenger, at: world.relay)
      await alice.settle(on: tablet)
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      let document = try await alice.document("Baking Recipes")
      _ = try await alice.share(document, in: conversation)
      try await tablet.sync()
      #expect(try await tablet.highlights().first?.canProve == true)
      try await alice.messenger.addMembers(["carol"], to: conversation)
      for device in [alice.messenger, tablet] {
        try await device.sync()
        #expect(try await device.membershipOffers().count == 1)
      }
      let offer = try #require(try await tablet.membershipOffers().first)
      let applied = Array(try await tablet.apply(offer).values)
      #expect(applied == [.sent])
      try await alice.messenger.sync()
      #expect(try await alice.messenger.membershipOffers().isEmpty)
      try await carol.messenger.sync()
      let id = try #require(try await carol.messenger.highlights().first).collaborationID
      #expect(try await carol.open(id).get().result == .granted)
      let key = CollaborationKey(audience: world.app.origin, collaborationID: id)
      try await bob.messenger.sync()
      let everybody = Set([alice, bob, carol].map(\.messenger.accountID))
      for device in [alice.messenger, tablet, bob.messenger, carol.messenger] {
        #expect(try await device.participants(of: key) == everybody)
      }
      #expect(try await alice.client.participants(of: id).participants.count == 3)
    }
  }

  @Test func `devices that run hear of invitations, and mend identities by themselves`()
    async throws
  {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let tablet = try await MessengerDevice.link(to: bob.messenger, at: world.relay)
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      let document = try await alice.document("Baking Recipes")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for device in [alice.messenger, bob.messenger] {
          group.addTask { try await device.run() }
        }
        var changes = bob.messenger.highlightChanges(for: world.app.origin).makeAsyncIterator()
        #expect(try await alice.share(document, in: conversation).1 == .sent)
        _ = await changes.next()
        let id = try #require(try await bob.messenger.highlights().first).collaborationID
        let before = try await bob.open(id).get().root
        try await bob.messenger.removeDevice(tablet.deviceID)
        // Alice's device replaces the identity as soon as it hears of the removal.
        var now = before
        while now == before {
          try await Task.sleep(for: .milliseconds(20))
          let participants = try await alice.client.participants(of: id).participants
          now = try #require(participants.first { $0.account == bob.account }).root
        }
        #expect(try await bob.canRead(document))
        group.cancelAll()
        try await group.waitForAll()
      }
    }
  }
}
