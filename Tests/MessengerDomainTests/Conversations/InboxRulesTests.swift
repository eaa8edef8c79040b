import GroveIdentity
import GroveMessage
import GroveTesting
import GroveWire
import Testing

@testable import MessengerDomain

/// Bob's database and messages that Alice's devices seal to him, without a network.
struct InboxWorld {
  static let now = TestAccount.t0 + 1_000_000
  let store: MemoryMessengerStore
  let conversation = ConversationID(unchecked: [UInt8](repeating: 1, count: 16))
  var alice: TestAccount
  let bob: TestAccount

  init() async throws {
    store = MemoryMessengerStore()
    alice = try TestAccount("alice", devices: 2)
    bob = try TestAccount("bob")
    let accounts = [alice, bob].map {
      KnownAccount(
        handle: "", name: "", chain: $0.chain, kemKeys: [], refreshedAt: Self.now)
    }
    let record = ConversationRecord(
      conversationID: conversation, members: [alice.id, bob.id], version: 1, state: .active,
      lastActivityAt: 1)
    try await store.change { _ in
      MessengerDecision(
        accounts.map { .storeAccount(StoredAccount(account: $0)) } + [.storeConversation(record)])
    }
  }

  func rules(_ sequence: UInt64, hooks: SharingHooks = .none) -> InboxRules {
    InboxRules(
      myAccountID: bob.id, myDeviceID: bob.devices[0].id, sequence: sequence,
      uploader: alice.id, now: Self.now, hooks: hooks)
  }

  /// What Alice's second device says, sealed, opened and verified against `chain`.
  func message(
    _ content: MessageContent, id: UInt8 = 1, sentAt: UInt64 = now,
    in conversation: ConversationID? = nil, chain: StatementChain? = nil
  ) throws -> VerifiedMessage {
    let device = alice.devices[1]
    let body = try MessageBody(
      senderAccountID: alice.id, senderDeviceID: device.id,
      senderStatement: alice.chain.statements[1].reference, sentAt: sentAt,
      conversationID: conversation ?? self.conversation, contentType: content.contentType,
      content: try content.encodedContent())
    let bobs = bob.devices[0]
    let sealed = try EnvelopeSealer.seal(
      body: body, messageID: MessageID(unchecked: [UInt8](repeating: id, count: 16)),
      to: EnvelopeRecipient(
        accountID: bob.id, deviceID: bobs.id, keyID: 1, kemPublicKey: bobs.kemKey.publicKey),
      signedBy: device.identityKey)
    let opened = try EnvelopeOpener.open(
      sealed, myAccountID: bob.id, myDeviceID: bobs.id, keys: [1: bobs.kemKey]
    ).get()
    return try opened.verify(senderChain: chain ?? alice.chain).get()
  }

  func receive(
    _ message: VerifiedMessage, _ sequence: UInt64, isRefreshed: Bool = false,
    hooks: SharingHooks = .none
  ) async throws -> InboxRefusal? {
    let rules = rules(sequence, hooks: hooks)
    return try await store.change {
      try rules.receive(message, isRefreshed: isRefreshed, in: $0)
    }
  }

  func items() async throws -> [ThreadItem] {
    let id = conversation
    return try await store.read { try $0.items(of: id, before: nil, limit: 100) }
  }
}

@Suite struct InboxRulesTests {
  private let text = MessageContent.text(TextContent(text: "hello"))

  @Test func `a text is shown once, owed a receipt, and moves the position on`() async throws {
    let world = try await InboxWorld()
    #expect(try await world.receive(world.message(text), 4) == nil)
    #expect(try await world.items().map(\.content) == [.text("hello", attachment: nil)])
    let (position, owed) = try await world.store.read {
      (try $0.counter(.mailboxPosition), try $0.owedReceipts())
    }
    #expect(position == 4 && owed.count == 1)
    // The relay delivers the same entry again, and somebody the same message in a new entry.
    #expect(try await world.receive(world.message(text), 4) == nil)
    #expect(try await world.receive(world.message(text), 5) == .replayed)
    #expect(try await world.items().count == 1)
    #expect(try await world.store.read { try $0.ignoredEvents().map(\.reason) } == ["replayed"])
  }

  @Test func `a message from the future is refused, five minutes ahead is not`() async throws {
    let world = try await InboxWorld()
    let edge = InboxWorld.now + ReplayWindow.futureTolerance
    #expect(try await world.receive(world.message(text, id: 1, sentAt: edge), 1) == nil)
    #expect(
      try await world.receive(world.message(text, id: 2, sentAt: edge + 1), 2) == .fromTheFuture)
    #expect(
      try await world.receive(world.message(text, id: 3, sentAt: .max), 3) == .fromTheFuture)
    #expect(try await world.items().count == 1)
  }

  @Test func `a sender outside the conversation is refused, and so is an unknown conversation`()
    async throws
  {
    let world = try await InboxWorld()
    let other = ConversationID(unchecked: [UInt8](repeating: 2, count: 16))
    let record = ConversationRecord(
      conversationID: other, members: [world.bob.id], state: .active, lastActivityAt: 1)
    try await world.store.change { _ in MessengerDecision([.storeConversation(record)]) }
    #expect(try await world.receive(world.message(text, in: other), 1) == .notAMember)
    #expect(try await world.receive(world.message(text, in: .zero), 2) == .notAMember)
    #expect(try await world.store.read { try $0.ignoredEvents().count } == 2)
  }

  @Test func `a text of a removed device is marked, and everything else of it has no effect`()
    async throws
  {
    var world = try await InboxWorld()
    let before = world.alice
    try world.alice.change(to: [before.devices[0]])
    let later = world.alice.chain
    world.alice = before
    let called = SharingHooks(
      received: { message, _ in
        #expect(message.message.isFromRemovedDevice)
        return []
      }, rosterChanged: { _, _ in [] }, devicesChanged: { _, _, _ in [] })
    #expect(try await world.receive(world.message(text, chain: later), 1, hooks: called) == nil)
    let item = try #require(try await world.items().first)
    #expect(item.isFromRemovedDevice)
    #expect(try await world.store.read { try $0.owedReceipts().isEmpty })
    let gossip = MessageContent.gossip(
      Gossip(seen: [
        .init(
          account: world.bob.id,
          statement: StatementReference(
            seq: 0, hash: StatementHash(unchecked: Array(repeating: 1, count: 32))))
      ]))
    #expect(try await world.receive(world.message(gossip, id: 2, chain: later), 2) == nil)
    #expect(try await world.store.read { try $0.alarms().isEmpty })
  }

  @Test func `gossip that contradicts the own list is an alarm, and agreement is not`() async throws
  {
    let world = try await InboxWorld()
    let mine = world.bob.chain.newest.reference
    func told(_ statement: StatementReference, _ id: UInt8, refreshed: Bool = true) async throws
      -> [Alarm.Kind]
    {
      let content = MessageContent.gossip(
        Gossip(seen: [.init(account: world.bob.id, statement: statement)]))
      _ = try await world.receive(
        world.message(content, id: id), UInt64(id), isRefreshed: refreshed)
      return try await world.store.read { try $0.alarms().map(\.kind) }
    }
    let other = StatementHash(unchecked: [UInt8](repeating: 9, count: 32))
    #expect(try await told(mine, 1).isEmpty)
    #expect(try await told(StatementReference(seq: 5, hash: other), 2, refreshed: false).isEmpty)
    #expect(try await world.store.read { try $0.staleAccounts() } == [world.bob.id])
    #expect(try await told(StatementReference(seq: 0, hash: other), 3) == [.reportedFork])
    #expect(
      try await told(StatementReference(seq: 5, hash: other), 4).sorted {
        $0.rawValue < $1.rawValue
      }
        == [.hiddenStatement, .reportedFork])
    let lines = try await world.items().filter {
      if case .security = $0.content { true } else { false }
    }
    #expect(lines.count == 2)
  }

  @Test func `one account's word raises so many alarms and no more, in one message or in many`()
    async throws
  {
    let world = try await InboxWorld()
    func tell(_ hashes: ClosedRange<UInt8>, _ id: UInt8) async throws {
      let seen = hashes.map { byte in
        let hash = StatementHash(unchecked: [UInt8](repeating: byte, count: 32))
        return Gossip.Entry(
          account: world.bob.id, statement: StatementReference(seq: 0, hash: hash))
      }
      _ = try await world.receive(
        world.message(.gossip(Gossip(seen: seen)), id: id), UInt64(id), isRefreshed: true)
    }
    for id in 1...10 as ClosedRange<UInt8> { try await tell(id...id, id) }
    #expect(try await world.store.read { try $0.alarms().count } == 10)
    try await tell(20...60, 11)
    #expect(try await world.store.read { try $0.alarms().count } == AlarmRules.maximumReported)
    let lines = try await world.items().filter {
      if case .security = $0.content { true } else { false }
    }
    #expect(lines.count == AlarmRules.maximumReported)
  }

  @Test func `sharing decides in the transaction that takes the message in`() async throws {
    let world = try await InboxWorld()
    let notice = MessageContent.membershipUpdate(
      MembershipUpdate(
        audience: try Origin("https://docs.example"), collaborationID: try CollaborationID("c"),
        epoch: 1, added: [], removed: []))
    let failing = SharingHooks(
      received: { _, _ in throw MessengerStoreError.unavailable }, rosterChanged: { _, _ in [] },
      devicesChanged: { _, _, _ in [] })
    await #expect(throws: MessengerStoreError.unavailable) {
      _ = try await world.receive(world.message(notice), 1, hooks: failing)
    }
    #expect(try await world.store.read { try $0.counter(.mailboxPosition) } == nil)
    let putting = SharingHooks(
      received: { message, _ in
        [.sharing(.put(kind: "test", key: [1], value: message.message.sender.bytes))]
      }, rosterChanged: { _, _ in [] }, devicesChanged: { _, _, _ in [] })
    #expect(try await world.receive(world.message(notice), 1, hooks: putting) == nil)
    let stored = try await world.store.read { try $0.sharingValue(kind: "test", key: [1]) }
    #expect(stored == world.alice.id.bytes)
  }

  @Test func `receipts of strangers and for unknown messages change nothing`() async throws {
    let world = try await InboxWorld()
    let mine = MessageID(unchecked: [UInt8](repeating: 77, count: 16))
    let identity = MessageIdentity(senderDeviceID: world.bob.devices[0].id, messageID: mine)
    let item = NewThreadItem(
      conversationID: world.conversation, messageID: mine, sender: world.bob.id,
      senderDevice: identity.senderDeviceID, sentAt: 1, receivedAt: 1,
      content: .text("mine", attachment: nil), delivery: .sent)
    try await world.store.change { _ in MessengerDecision([.insertItem(item)]) }
    let unknown = MessageID(unchecked: [UInt8](repeating: 78, count: 16))
    let stranger = try TestAccount("carol")
    for (ids, sender) in [([unknown], world.alice.id), ([mine], stranger.id)] {
      let changes = try await world.store.read {
        try ReceiptRules.received(
          Acknowledgement(messageIDs: ids, state: .delivered), from: sender, in: $0)
      }
      #expect(changes.isEmpty)
    }
    let content = MessageContent.acknowledgement(
      Acknowledgement(messageIDs: [mine], state: .delivered))
    #expect(try await world.receive(world.message(content), 1) == nil)
    #expect(try await world.store.read { try $0.item(identity)?.delivery } == .delivered)
  }
}
