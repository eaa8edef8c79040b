import GroveIdentity
import GroveMessage
import GroveSystem
import MessengerDomain
import Testing

@testable import Messenger

/// A device that was added after something was shared (protocol 12.2).
@Suite(.timeLimit(.minutes(3))) struct DeviceAddedTests {
  /// Alice has shared a recipe with Bob, who has added a tablet since.
  private struct Kitchen {
    let alice: SharingPerson
    let bob: SharingPerson
    let tablet: Messenger
    let conversation: ConversationID
    let id: CollaborationID

    init(_ world: SharingWorld) async throws {
      alice = try await world.person("alice")
      bob = try await world.person("bob")
      conversation = try await alice.messenger.createConversation(members: ["bob"])
      _ = try await alice.share(try await alice.document("Soup"), in: conversation)
      try await bob.messenger.sync()
      id = try #require(try await bob.messenger.highlights().first).collaborationID
      _ = try await bob.open(id).get()
      tablet = try await MessengerDevice.link(to: bob.messenger, at: world.relay)
      await bob.settle(on: tablet)
      try await tablet.sync()
    }

    /// Whether the tablet has been let in.
    func tabletOpens() async throws -> Bool {
      try await tablet.sync()
      if case .success = try await bob.open(id, with: tablet) { return true }
      return false
    }
  }

  @Test func `the sharer is told whose device is new and since when, and lets it in by one call`()
    async throws
  {
    try await SharingWorld.running { world in
      let kitchen = try await Kitchen(world)
      let (alice, bob) = (kitchen.alice.messenger, kitchen.bob.messenger)
      try await alice.sync()
      let waiting = try await alice.accessRenewals()
      let one = try #require(waiting.first)
      #expect(waiting.count == 1)
      #expect(one.person == Recipient(account: bob.accountID, handle: "bob", name: "Bob"))
      #expect(one.title == "Soup" && one.conversationID == kitchen.conversation)
      #expect(one.reason == .deviceAdded && !one.isAlarmed)
      let statement = try await bob.ownAccount().chain.newest
      #expect(one.since == statement.issuedAt)
      #expect(try await !kitchen.tabletOpens())
      #expect(
        try await alice.renewAccess(of: bob.accountID, in: one.collaboration) == .sent)
      #expect(try await alice.accessRenewals().isEmpty)
      #expect(try await kitchen.tabletOpens())
      #expect(try await alice.renewAccess(of: bob.accountID, in: one.collaboration) == nil)
    }
  }

  @Test func `a device is let in by itself where the person chose so, and not before`()
    async throws
  {
    try await SharingWorld.running { world in
      let kitchen = try await Kitchen(world)
      let alice = kitchen.alice.messenger
      try await alice.sync()
      #expect(try await !alice.letsDevicesIn())
      #expect(try await !kitchen.tabletOpens())
      try await alice.setLetsDevicesIn(true)
      #expect(try await alice.letsDevicesIn())
      try await alice.sync()
      #expect(try await alice.accessRenewals().isEmpty)
      #expect(try await kitchen.tabletOpens())
      // And the next one without anybody doing anything.
      let phone = try await MessengerDevice.link(to: kitchen.bob.messenger, at: world.relay)
      await kitchen.bob.settle(on: phone)
      try await phone.sync()
      try await alice.sync()
      try await phone.sync()
      _ = try await kitchen.bob.open(kitchen.id, with: phone).get()
    }
  }

  @Test
  func
    `where an alarm stands about somebody's devices none is let in by itself, and one call still does`()
    async throws
  {
    try await SharingWorld.running { world in
      let kitchen = try await Kitchen(world)
      let (alice, bob) = (kitchen.alice.messenger, kitchen.bob.messenger)
      try await alice.raise(Alarm(.hiddenStatement, accountID: bob.accountID, raisedAt: 1))
      try await alice.setLetsDevicesIn(true)
      try await alice.sync()
      #expect(try await alice.accessRenewals().map(\.isAlarmed) == [true])
      #expect(try await !kitchen.tabletOpens())
      // Who has asked Bob can still let it in.
      let key = CollaborationKey(audience: world.app.origin, collaborationID: kitchen.id)
      #expect(try await alice.renewAccess(of: bob.accountID, in: key) == .sent)
      #expect(try await kitchen.tabletOpens())
    }
  }

  @Test func `a device added later says what it waits for and whom, until it is let in`()
    async throws
  {
    try await SharingWorld.running { world in
      let kitchen = try await Kitchen(world)
      #expect(try await kitchen.tablet.awaitedDocuments().isEmpty)
      try await kitchen.bob.messenger.sync()
      try await kitchen.tablet.sync()
      let awaited = try await kitchen.tablet.awaitedDocuments()
      let alice = kitchen.alice.messenger
      #expect(awaited.map(\.title) == ["Soup"])
      #expect(awaited.map(\.inviter) == [alice.accountID])
      #expect(awaited.map(\.conversationID) == [kitchen.conversation])
      #expect(try await kitchen.tablet.highlights().isEmpty)
      #expect(try await kitchen.bob.messenger.awaitedDocuments().isEmpty)
      // Once for each list: nothing more is sent.
      #expect(try await kitchen.bob.messenger.sync().sent == 0)
      let key = CollaborationKey(audience: world.app.origin, collaborationID: kitchen.id)
      #expect(
        try await alice.renewAccess(of: kitchen.bob.messenger.accountID, in: key) == .sent)
      #expect(try await kitchen.tabletOpens())
      #expect(try await kitchen.tablet.awaitedDocuments().isEmpty)
    }
  }
}
