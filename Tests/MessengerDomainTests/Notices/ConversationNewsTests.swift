import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

struct ConversationNewsTests {
  let alice: TestAccount
  let bob: TestAccount
  let statement: StatementReference
  let conversations = [1, 2].map { ConversationID(unchecked: [UInt8](repeating: $0, count: 16)) }
  var rows = MemorySharingRows()
  var ledger = NoticeLedger()

  init() throws {
    alice = try TestAccount("alice")
    bob = try TestAccount("bob")
    statement = bob.chain.newest.reference
  }

  /// Alice shares it with Bob in a conversation.
  mutating func share(in place: Int, at time: UInt64) throws {
    rows.apply(
      try .put(
        ReceivedInvitation(
          collaboration: TestWorld.key, order: UInt64(place + 1), messageID: .zero, link: "",
          title: "Recipes", optionsSummary: "", inviter: alice.id,
          conversationID: conversations[place], receivedAt: time, root: Self.root(UInt8(place)),
          statement: statement)))
  }

  /// - Parameter name: what the app calls somebody whom no identity map knows.
  mutating func tell(
    _ kind: NoticeKind, by account: AccountID, name: String? = nil, at time: UInt64
  ) throws {
    let notice = Notice(
      noticeID: NoticeID(unchecked: [UInt8](repeating: UInt8(time), count: 16)),
      audience: TestWorld.key.audience, collaborationID: TestWorld.key.collaborationID,
      action: .post(kind, root: Self.root(9)), at: time, counter: time)
    let receipt = ledger.receive(
      notice, from: account, named: name, device: .zero, authenticity: .attested, at: time)
    #expect(receipt != .dropped)
    rows.apply(
      try .put(NoticeInbox.Ledger(collaboration: TestWorld.key, ledger: ledger)))
  }

  /// Somebody is in the first conversation no more.
  mutating func goes(_ account: AccountID, leaving members: [AccountID]) throws {
    let event = RosterEvent(
      conversation: ConversationRecord(
        conversationID: conversations[0], members: members, version: 2,
        state: account == bob.id ? .left : .active, lastActivityAt: 0),
      line: RosterLine(kind: .removed, subjects: [account], text: nil), by: bob.id,
      myAccountID: bob.id, now: 60, at: 60)
    for change in try MembershipRules.rosterChanged(event, in: rows) { rows.apply(change) }
  }

  /// - Parameters:
  ///   - members: of both conversations.
  ///   - left: the one that Bob has left.
  func told(in place: Int, members: [AccountID]? = nil, left: Int? = nil) throws -> [String] {
    let members = members ?? [alice.id, bob.id]
    let news = try ConversationNews.all(for: bob.id, reader: rows) { id in
      ConversationRecord(
        conversationID: id, members: members, version: 1,
        state: left.map { conversations[$0] } == id ? .left : .active, lastActivityAt: 0)
    }
    return news.filter { $0.conversationID == conversations[place] }.flatMap(\.banners)
      .map { $0.text { $0 == alice.id ? "Alice" : "?" } }
  }

  static func root(_ number: UInt8) -> RootHash {
    RootHash(unchecked: [UInt8](repeating: 100 + number, count: 32))
  }

  @Test
  mutating func
    `what happened before it was shared in a conversation is told where it was shared before`()
    throws
  {
    try share(in: 0, at: 0)
    try tell(.edit, by: alice.id, at: 50)
    #expect(try told(in: 0) == ["Alice edited"])
    try share(in: 1, at: 100)
    #expect(try told(in: 1).isEmpty)
    try tell(.renamed, by: alice.id, at: 120)
    #expect(try told(in: 0) == ["Alice edited", "Alice renamed it"])
    #expect(try told(in: 1) == ["Alice renamed it"])
  }

  @Test mutating func `what somebody did stays where they were when they have gone from there`()
    throws
  {
    try share(in: 0, at: 0)
    try share(in: 1, at: 1)
    try tell(.edit, by: alice.id, at: 50)
    #expect(try told(in: 0, members: [bob.id]) == ["Alice edited"])
    #expect(try told(in: 1, members: [bob.id]) == ["Alice edited"], "where they were is not known")
    try goes(alice.id, leaving: [bob.id])
    #expect(try told(in: 0, members: [bob.id]) == ["Alice edited"])
    #expect(try told(in: 1, members: [bob.id]).isEmpty)
    #expect(try told(in: 1) == ["Alice edited"], "where they are counts first")
  }

  @Test
  mutating func
    `of a conversation that one has left what was done until then stays, what comes later does not`()
    throws
  {
    let carol = AccountID(unchecked: [UInt8](repeating: 9, count: 32))
    try share(in: 0, at: 0)
    try share(in: 1, at: 1)
    try tell(.edit, by: alice.id, at: 50)
    try goes(bob.id, leaving: [alice.id])
    #expect(try told(in: 0, left: 0) == ["Alice edited"])
    try tell(.edit, by: carol, name: "Carol", at: 70)
    #expect(try told(in: 0, left: 0) == ["Alice edited"])
    #expect(try told(in: 1, left: 0) == ["Alice and Carol (guest) edited"])
  }

  @Test mutating func `a guest who bears a name that is known is not taken for who is known`()
    throws
  {
    try share(in: 0, at: 0)
    try tell(.edit, by: alice.id, at: 1)
    try tell(.edit, by: AccountID(unchecked: Self.root(7).bytes), name: "Alice", at: 2)
    #expect(try told(in: 0) == ["Alice and Alice (guest) edited"])
  }
}
