import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Testing

@testable import Messenger
@testable import MessengerDomain

/// What a device shows of a document after its name has changed or it cannot be opened any more, as the app's server
/// tells it.
@Suite(.timeLimit(.minutes(3))) struct DocumentEndingTests {
  @Test
  func `a renamed document has its present name on every device and for who is invited later`()
    async throws
  {
    try await Opened.running { world in
      _ = try await world.alice.client.changeDocument(
        world.document.documentID, ChangeDocument(title: "Rye"))
      try await world.bob.messenger.hears(["Alice renamed it"], in: world.conversation)
      let notice = try await world.bob.messenger.notices(in: world.conversation).first
      #expect(notice?.title == "Rye")
      #expect(try await world.bob.messenger.highlights().map(\.title) == ["Rye"])
      // Whoever did it hears nothing, and has the name.
      try await world.alice.messenger.until { try await $0.highlights().map(\.title) == ["Rye"] }
      let shared = try await world.alice.messenger.look {
        try $0.records(SharedCollaboration.self)
      }
      #expect(shared.map(\.metadata.title) == ["Rye"])
    }
  }

  @Test func `who leaves a document is counted no more at the others' until they come back`()
    async throws
  {
    try await Opened.running { world in
      let alice = world.alice.messenger
      _ = try await world.bob.client.leave(world.id)
      try await alice.hears(["Bob left"], in: world.conversation)
      #expect(try await alice.participants(of: world.key) == [alice.accountID])
      #expect(try await alice.documentState(of: world.key).ending == nil)
      _ = try await world.bob.open(world.id).get()
      try await alice.hears(["Bob joined"], in: world.conversation)
      #expect(try await alice.participants(of: world.key).count == 2)
    }
  }

  @Test func `who leaves a document has left it in their own messenger, with no news of it`()
    async throws
  {
    try await Opened.running { world in
      let (bob, conversation) = (world.bob.messenger, world.conversation)
      _ = try await world.alice.client.appendUpdate(
        AppendUpdate(updateID: .random(), kind: .edit, data: Base64URLBytes([1])),
        to: world.document.documentID)
      try await bob.hears(["Alice edited"], in: conversation)
      _ = try await world.bob.client.leave(world.id)
      try await bob.until { try await $0.documentState(of: world.key).ending == .left }
      #expect(try await bob.notices(in: conversation).isEmpty)
      try await world.alice.messenger.hears(["Bob left"], in: conversation)
      #expect(try await world.alice.messenger.documentState(of: world.key).ending == nil)
      // He may come back.
      _ = try await world.bob.open(world.id).get()
      #expect(try await bob.documentState(of: world.key).ending == nil)
      try await world.alice.messenger.hears(["Bob joined"], in: conversation)
    }
  }

  @Test
  func `of what is shared with nobody any more nothing is left to show, to decide or to let in to`()
    async throws
  {
    try await SharingWorld.running { hosts in
      let world = try await Opened.made(in: hosts, alices: MessengerDevice.folder())
      let (alice, bob) = (world.alice.messenger, world.bob.messenger)
      _ = try await MessengerDevice.link(to: bob, at: hosts.relay)
      _ = try await alice.refreshed(bob.accountID)
      #expect(try await alice.accessRenewals().map(\.person.handle) == ["bob"])
      _ = try await world.alice.client.endCollaboration(world.id)
      try await bob.hears(["Alice stopped sharing it"], in: world.conversation)
      #expect(try await bob.documentState(of: world.key).ending == .stopped)
      #expect(try await bob.notices(in: world.conversation).map(\.link) == [nil])
      try await alice.until { try await $0.documentState(of: world.key).ending == .stopped }
      #expect(try await alice.accessRenewals().isEmpty)
      try await alice.removeMembers([.handle("bob")], from: world.conversation)
      #expect(try await alice.membershipOffers().isEmpty)
    }
  }
}

extension Opened {
  fileprivate var key: CollaborationKey {
    CollaborationKey(audience: origin, collaborationID: id)
  }
}

extension Messenger {
  /// The suite's time ends what never comes.
  fileprivate func until(_ isSo: (Messenger) async throws -> Bool) async throws {
    while try await !isSo(self) {
      try await sync()
      try await Task.sleep(for: .milliseconds(100))
    }
  }
}
