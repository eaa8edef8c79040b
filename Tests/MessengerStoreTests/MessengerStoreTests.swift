import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

@testable import MessengerDomain
@testable import MessengerStore

@Suite struct MessengerStoreTests {
  private let store: SQLiteMessengerStore
  private let id = ConversationID(unchecked: [UInt8](repeating: 1, count: 16))
  private let alice: TestAccount

  init() throws {
    store = try SQLiteMessengerStore(path: nil)
    alice = try TestAccount("alice", devices: 2)
  }

  @Test func `an account is read as it was stored, with its verified chain`() async throws {
    let key = try SignedKEMKey(
      try alice.devices[0].kemRecord(of: alice.id), signedBy: alice.devices[0].identityKey)
    let account = KnownAccount(
      handle: "alice", name: "Alice", chain: alice.chain, kemKeys: [key], refreshedAt: 5)
    try await change([
      .storeAccount(StoredAccount(account: account)), .wantStatement(alice.id, seq: 9),
    ])
    let alice = alice
    let (read, stale, byHandle) = try await store.read {
      (
        try $0.account(alice.id), try $0.staleAccounts(), try $0.accountID(ofHandle: "alice")
      )
    }
    #expect(read?.chain == alice.chain && read?.kemKeys == [key] && read?.wantedSeq == 9)
    #expect(stale == [alice.id] && byHandle == alice.id)
    #expect(try await store.read { try $0.account(.zero) == nil })
  }

  @Test func `lines come back in their order, from the end, page by page`() async throws {
    try await change([.storeConversation(conversation())])
    for number in 1...5 { try await change([.insertItem(line(number))]) }
    let (last, before) = try await store.read { [id] reader in
      let last = try reader.items(of: id, before: nil, limit: 2)
      return (last, try reader.items(of: id, before: last.first?.position, limit: 2))
    }
    #expect(last.map(\.sentAt) == [4, 5] && before.map(\.sentAt) == [2, 3])
    let record = try await store.read { [id] reader in try reader.conversation(id) }
    #expect(record?.lastActivityAt == 50)
  }

  @Test func `a message cannot be stored twice, whatever a decision says`() async throws {
    try await change([.storeConversation(conversation()), .insertItem(line(1))])
    await #expect(throws: MessengerStoreError.self) {
      try await change([.set(.mailboxPosition, 7), .insertItem(line(1))])
    }
    let identity = MessageIdentity(
      senderDeviceID: alice.devices[0].id, messageID: try #require(line(1).messageID))
    try await change([.remember(identity, at: 1)])
    await #expect(throws: MessengerStoreError.self) {
      try await change([.set(.mailboxPosition, 7), .remember(identity, at: 2)])
    }
    // Nothing of a change that failed is there.
    #expect(try await store.read { try $0.counter(.mailboxPosition) } == nil)
  }

  @Test func `a message is remembered for ninety days, and not longer`() async throws {
    let now: UInt64 = 1_700_000_000_000
    let ids = (1...2).map {
      MessageIdentity(
        senderDeviceID: alice.devices[0].id,
        messageID: MessageID(unchecked: [UInt8](repeating: $0, count: 16)))
    }
    try await change([
      .remember(ids[0], at: now - ReplayWindow.retention - 1),
      .remember(ids[1], at: now - ReplayWindow.retention),
    ])
    try await change([.forgetRemembered(before: ReplayWindow.horizon(at: now))])
    let seen = try await store.read { reader in try ids.map(reader.hasSeen) }
    #expect(seen == [false, true])
    #expect(ReplayWindow.retention == 90 * 86_400_000)
  }

  @Test func `the outbox keeps the order in which its person acted`() async throws {
    let ids = (1...3).map { RequestID(unchecked: [UInt8](repeating: UInt8($0), count: 16)) }
    for operation in ids.reversed() {
      try await change([.enqueue(operation, .setPhoto(id, Base64URLBytes([1])), at: 1)])
    }
    try await change([.dequeue(ids[1])])
    try await change([.requeue(ids[0], .setPhoto(id, Base64URLBytes([2])))])
    let entries = try await store.read { try $0.outbox() }
    #expect(entries.map(\.operationID) == [ids[2], ids[0]])
    #expect(entries.last?.operation == .setPhoto(id, Base64URLBytes([2])))
  }

  @Test func `one alarm is kept however often it is raised, and ignored entries are bounded`()
    async throws
  {
    let alarm = Alarm(.fork, accountID: alice.id, raisedAt: 1)
    let again = Alarm(.fork, accountID: alice.id, raisedAt: 2)
    try await change([.raise(alarm), .raise(again)])
    #expect(try await store.read { try $0.alarms() } == [alarm])
    try await change(
      (1...1_010).map {
        .ignore(IgnoredEvent(sequence: UInt64($0), at: 1, sender: nil, reason: "malformed"))
      })
    let ignored = try await store.read { try $0.ignoredEvents() }
    #expect(ignored.count == 1_000 && ignored.first?.sequence == 11)
  }

  private func change(_ changes: [MessengerChange]) async throws {
    try await store.change { _ in MessengerDecision(changes) }
  }

  private func conversation() -> ConversationRecord {
    ConversationRecord(
      conversationID: id, members: [alice.id], state: .active, lastActivityAt: 1)
  }

  private func line(_ number: Int) -> NewThreadItem {
    NewThreadItem(
      conversationID: id,
      messageID: MessageID(unchecked: [UInt8](repeating: UInt8(number), count: 16)),
      sender: alice.id, senderDevice: alice.devices[0].id, sentAt: UInt64(number),
      receivedAt: UInt64(number * 10), content: .text("\(number)", attachment: nil))
  }
}
