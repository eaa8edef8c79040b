import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import SharedWithYou
import SharedWithYouCore
import Testing

@testable import Messenger
@testable import MessengerDomain

/// What the app's server tells by itself (protocol 12.8), between a real relay, a real collaboration
/// server and devices of this side. Nobody posts a notice here.
@Suite(.timeLimit(.minutes(3))) struct ServerNoticeTests {
  @Test func `an edit of one is in the other's conversation without anybody's call`() async throws {
    try await Opened.running { world in
      try await world.bob.write(in: world.document)
      try await world.alice.messenger.hears(["Bob edited"], in: world.conversation)
      try await world.alice.write(in: world.document)
      try await world.bob.messenger.hears(["Alice edited"], in: world.conversation)
      let told = try #require(
        try await world.alice.messenger.notices(in: world.conversation).first)
      // It is a fact, and leads to the document.
      #expect(told.attribution == nil)
      #expect(told.link == (try await world.bob.messenger.highlights().first?.link))
    }
  }

  @Test func `a mention is told to whom it names, with no messenger of its author's`() async throws
  {
    try await Opened.running { world in
      let (alice, bob) = (world.alice, world.bob)
      let people = try await bob.client.participants(of: world.id).participants
      let root = try #require(people.first { $0.displayName == "Alice" }?.root)
      let comment = AppendUpdate(
        updateID: .random(), kind: .comment, data: Base64URLBytes([1]), mentions: [root])
      _ = try await bob.client.appendUpdate(comment, to: world.document.documentID)
      try await alice.messenger.hears(["Bob mentioned you"], in: world.conversation)
    }
  }

  @Test func `who is removed hears of it, and of nothing afterwards`() async throws {
    try await Opened.running { world in
      let (alice, bob) = (world.alice, world.bob)
      let people = try await alice.client.participants(of: world.id).participants
      let roots = people.filter { $0.displayName == "Bob" }.map(\.root)
      #expect(roots.count == 1)
      _ = try await alice.client.updateIdentities(
        UpdateIdentities(requestID: .random(), remove: roots), of: world.id)
      try await alice.write(in: world.document)
      try await bob.messenger.hears(["Alice took you out of it"], in: world.conversation)
    }
  }

  @Test func `who comes and leaves by themselves is told so, apart from who is added`() async throws
  {
    try await SharingWorld.running { world in
      let opened = try await Opened.made(
        in: world, alices: MessengerDevice.folder(), isBobIn: false)
      let (alice, bob) = (opened.alice.messenger, opened.bob)
      _ = try await bob.open(opened.id).get()
      try await alice.hears(["Bob joined"], in: opened.conversation)
      _ = try await bob.client.leave(opened.id)
      // Who has gone has not joined.
      try await alice.hears(["Bob left"], in: opened.conversation)
    }
  }

  @Test func `an app written against the framework hands its server the address`()
    async throws
  {
    try await Opened.running { world in
      let bob = world.bob
      let app = try GroveApp(
        origin: world.origin.text, name: "Recipes", system: bob.messenger)
      let center = SWHighlightCenter(app: app)
      let link = try #require(try await bob.messenger.highlights().first?.link)
      let highlight = try center.collaborationHighlight(for: try #require(URL(string: link)))
      let pushKey = try #require(try await bob.client.pushKey())
      let made = try await center.noticeAddress(for: highlight, pushKey: Data(pushKey.bytes))
      let body = try StrictJSON.decode(PutNoticeAddress.self, from: Array(try #require(made)))
      #expect(body.endpoint == (try await bob.address(world.id))?.endpoint)
      try await bob.client.putNoticeAddress(body, in: world.id)
      try await world.alice.write(in: world.document)
      try await bob.messenger.hears(["Alice edited"], in: world.conversation)
    }
  }

  @Test func `a device that was opened again hears what was told meanwhile`() async throws {
    let folder = MessengerDevice.folder()
    try await SharingWorld.running { world in
      let (bob, document, conversation) = try await Self.withoutAlice(world, folder)
      try await bob.write(in: document)
      let again = try await Messenger.open(
        folder: folder, environment: MessengerDevice.environment())
      try await again.hears(["Bob edited"], in: conversation)
    }
  }

  /// Alice's device ends with this, and with it the hold on its folder.
  private static func withoutAlice(_ world: SharingWorld, _ folder: String) async throws -> (
    SharingPerson, Document, ConversationID
  ) {
    let opened = try await Opened.made(in: world, alices: folder)
    return (opened.bob, opened.document, opened.conversation)
  }

  @Test func `what is told is shown on every device of a person, on one that was linked later too`()
    async throws
  {
    try await SharingWorld.running { world in
      let opened = try await Opened.made(in: world, alices: MessengerDevice.folder())
      let (alice, bob) = (opened.alice, opened.bob)
      let tablet = try await MessengerDevice.link(to: alice.messenger, at: world.relay)
      // It has to be let in to the document, to know who takes part.
      try await bob.messenger.sync()
      try await alice.messenger.sync()
      let key = CollaborationKey(audience: world.app.origin, collaborationID: opened.id)
      _ = try await alice.messenger.renewIdentities(in: key)
      try await alice.messenger.sync()
      try await bob.write(in: opened.document)
      try await alice.messenger.hears(["Bob edited"], in: opened.conversation)
      try await tablet.hears(["Bob edited"], in: opened.conversation)
    }
  }

  @Test
  func
    `two devices that were each asked for an address before they heard of the other's both open what is told`()
    async throws
  {
    try await SharingWorld.running { world in
      let folder = MessengerDevice.folder()
      let alice = try await world.person("alice", folder: folder)
      let bob = try await world.person("bob")
      let tablet = try await MessengerDevice.link(to: bob.messenger, at: world.relay)
      await bob.settle(on: tablet)
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      let document = try await alice.document("Baking Recipes")
      _ = try await alice.share(document, in: conversation)
      for device in [bob.messenger, tablet] { try await device.sync() }
      let id = try #require(try await bob.messenger.highlights().first).collaborationID
      _ = try await alice.open(id).get()
      _ = try await bob.open(id).get()
      _ = try await bob.open(id, with: tablet).get()
      let pushKey = try #require(try await bob.client.pushKey())
      for device in [bob.messenger, tablet] {
        let address = try #require(
          try await device.noticeAddress(for: id, of: world.app.origin, pushKey: pushKey))
        try await bob.client.putNoticeAddress(
          PutNoticeAddress(
            endpoint: address.endpoint, p256dh: address.p256dh, auth: address.auth), in: id)
      }
      for device in [bob.messenger, tablet, bob.messenger] { try await device.sync() }
      try await alice.write(in: document)
      for device in [bob.messenger, tablet] {
        try await device.hears(["Alice edited"], in: conversation)
      }
      // From now on both hand out the same.
      let one = try await bob.messenger.noticeAddress(
        for: id, of: world.app.origin, pushKey: pushKey)
      let other = try await tablet.noticeAddress(
        for: id, of: world.app.origin, pushKey: pushKey)
      #expect(one != nil && one == other)
    }
  }

  @Test func `who says no on one device hears nothing on the other either`() async throws {
    try await SharingWorld.running { world in
      let opened = try await Opened.made(in: world, alices: MessengerDevice.folder())
      let alice = opened.alice
      let tablet = try await MessengerDevice.link(to: alice.messenger, at: world.relay)
      await alice.settle(on: tablet)
      for device in [alice.messenger, tablet] { try await device.sync() }
      #expect(try await tablet.look { try $0.records(NoticeAddress.self).count } == 1)
      try await tablet.setServerNotices(false, for: world.app.origin)
      for device in [tablet, alice.messenger] { try await device.sync() }
      #expect(try await !alice.messenger.hasServerNotices(of: world.app.origin))
      #expect(try await alice.address(opened.id) == nil)
      #expect(try await alice.messenger.relay.noticeAddresses().addresses.isEmpty)
      try await alice.messenger.setServerNotices(true, for: world.app.origin)
      for device in [alice.messenger, tablet] { try await device.sync() }
      #expect(try await tablet.hasServerNotices(of: world.app.origin))
    }
  }

  @Test func `who says no hears nothing from then on, and the relay has no address left`()
    async throws
  {
    try await Opened.running { world in
      let (alice, bob) = (world.alice.messenger, world.bob.messenger)
      #expect(try await alice.relay.noticeAddresses().addresses.count == 1)
      try await alice.setServerNotices(false, for: world.origin)
      #expect(try await !alice.hasServerNotices(of: world.origin))
      #expect(try await alice.relay.noticeAddresses().addresses.isEmpty)
      #expect(try await world.alice.address(world.id) == nil)
      try await world.bob.write(in: world.document)
      try await world.alice.write(in: world.document)
      // What Alice wrote later has been told, so what Bob wrote would have been too.
      try await bob.hears(["Alice edited"], in: world.conversation)
      try await alice.sync()
      #expect(try await alice.notices(in: world.conversation).isEmpty)
      try await alice.setServerNotices(true, for: world.origin)
      #expect(try await world.alice.address(world.id) != nil)
    }
  }

  @Test func `an address is one for a collaboration, and there is none before the app was let in`()
    async throws
  {
    try await Opened.running { world in
      let first = try await world.bob.address(world.id)
      #expect(try await world.bob.address(world.id) == first)
      let other = SigningKey().publicKey
      let replaced = try await world.bob.messenger.noticeAddress(
        for: world.id, of: world.origin, pushKey: other)
      #expect(replaced != nil && replaced?.endpoint != first?.endpoint)
      let elsewhere = try Origin("https://other.example")
      #expect(
        try await world.bob.messenger.noticeAddress(
          for: world.id, of: elsewhere, pushKey: other) == nil)
      #expect(
        try await world.bob.messenger.noticeAddress(
          for: CollaborationID("doc-9"), of: world.origin, pushKey: other) == nil)
    }
  }

  @Test func `what the app's server tells about another document is passed over`() async throws {
    try await Opened.running { world in
      let (bob, origin) = (world.bob.messenger, world.origin)
      let address = try #require(try await world.bob.address(world.id))
      let notice = Notice(
        noticeID: .random(), audience: origin, collaborationID: try CollaborationID("doc-9"),
        action: .post(.edit, root: nil), at: bob.now, counter: 1)
      let body = try PushedNotice(notice: notice).sealed(to: address.p256dh, secret: address.auth)
      let id = try #require(try await bob.relay.noticeAddresses().addresses.first).addressID
      let pushed = MailboxEvent(
        sequence: DecimalUInt64(1 << 40), receivedAt: DecimalUInt64(bob.now),
        notice: NoticePushed(addressID: id, body: Base64URLBytes(body)))
      try await bob.take(pushed)
      #expect(try await bob.ignoredReasons().last == "other_collaboration")
    }
  }
}

/// Alice has shared a document with Bob, both have opened it, and both hear of it.
struct Opened: Sendable {
  let alice: SharingPerson
  let bob: SharingPerson
  let conversation: ConversationID
  let document: Document
  let id: CollaborationID
  let origin: Origin

  static func running(_ body: @Sendable (Opened) async throws -> Void) async throws {
    try await SharingWorld.running { world in
      try await body(made(in: world, alices: MessengerDevice.folder()))
    }
  }

  static func made(
    in world: SharingWorld, alices folder: String, isBobIn: Bool = true
  ) async throws -> Opened {
    let alice = try await world.person("alice", folder: folder)
    let bob = try await world.person("bob")
    let conversation = try await alice.messenger.createConversation(members: ["bob"])
    let document = try await alice.document("Baking Recipes")
    _ = try await alice.share(document, in: conversation)
    try await bob.messenger.sync()
    let id = try #require(try await bob.messenger.highlights().first).collaborationID
    let people = isBobIn ? [alice, bob] : [alice]
    for person in people { _ = try await person.open(id).get() }
    for person in people {
      let address = try #require(try await person.address(id))
      try await person.client.putNoticeAddress(
        PutNoticeAddress(
          endpoint: address.endpoint, p256dh: address.p256dh, auth: address.auth), in: id)
    }
    return Opened(
      alice: alice, bob: bob, conversation: conversation, document: document, id: id,
      origin: world.app.origin)
  }
}

extension SharingPerson {
  /// What the messenger hands out for the server's key.
  fileprivate func address(_ id: CollaborationID) async throws -> PushSubscription? {
    let pushKey = try #require(try await client.pushKey())
    return try await messenger.noticeAddress(for: id, of: client.origin, pushKey: pushKey)
  }

  fileprivate func write(in document: Document) async throws {
    _ = try await client.appendUpdate(
      AppendUpdate(updateID: .random(), kind: .edit, data: Base64URLBytes([1, 2, 3])),
      to: document.documentID)
  }
}

extension Messenger {
  /// Until the conversation shows exactly these banners; the suite's time ends what never comes.
  func hears(_ texts: [String], in conversation: ConversationID) async throws {
    while try await notices(in: conversation).map(\.text).sorted() != texts.sorted() {
      try await sync()
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  fileprivate func ignoredReasons() async throws -> [String] {
    try await look { try $0.ignoredEvents().map(\.reason) }
  }
}
