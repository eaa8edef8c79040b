import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

/// What is put away on one device of an account is put away on all (protocol 12.9.1).
struct PutAwayRulesTests {
  var bob: TestAccount
  let alice: TestAccount
  var state = MemoryMessengerState()
  static let place = TestWorld.key

  /// Bob was invited by Alice.
  init() throws {
    alice = try TestAccount("alice")
    bob = try TestAccount("bob")
    try converse(.active)
    try know()
    let invitation = ReceivedInvitation(
      collaboration: Self.place, order: 1, messageID: .zero, link: "https://docs.example/d/1",
      title: "Soup", optionsSummary: "", inviter: alice.id,
      conversationID: TestWorld.conversation, receivedAt: 1, root: .zero,
      statement: bob.chain.newest.reference)
    try state.apply(.sharing(.put(invitation)))
  }

  mutating func converse(_ how: ConversationRecord.State) throws {
    try state.apply(
      .storeConversation(
        ConversationRecord(
          conversationID: TestWorld.conversation, members: [alice.id, bob.id], version: 1,
          state: how, lastActivityAt: 1)))
  }

  mutating func know() throws {
    let account = KnownAccount(
      handle: "bob", name: "Bob", chain: bob.chain, kemKeys: [], refreshedAt: TestAccount.t0)
    try state.apply(.storeAccount(StoredAccount(account: account)))
  }

  mutating func addDevice() throws {
    try bob.change(to: bob.devices + [TestDevice("bob two")])
    try know()
  }

  func id(_ number: Int) -> NoticeID {
    NoticeID(unchecked: [UInt8](repeating: UInt8(number), count: 16))
  }

  /// Somebody's device tells something of the document; not where it was put away.
  mutating func hear(
    _ number: Int, _ kind: NoticeKind = .edit, by sender: AccountID? = nil, at: UInt64 = 1
  ) throws {
    let notice = Notice(
      noticeID: id(number), audience: Self.place.audience,
      collaborationID: Self.place.collaborationID, action: .post(kind, root: nil), at: at,
      counter: UInt64(number))
    var row = try ledger ?? NoticeInbox.Ledger(collaboration: Self.place)
    _ = row.ledger.receive(
      notice, from: sender ?? alice.id, device: .zero, authenticity: .claimed, at: .max,
      isSeen: try PutAwayRules.wasPutAway(notice, state))
    try state.apply(.sharing(.put(row)))
  }

  var ledger: NoticeInbox.Ledger? {
    get throws { try state.record(NoticeInbox.Ledger.self, key: Self.place.bytes) }
  }

  var banners: [NoticeBanner] {
    get throws { try ledger?.ledger.banners ?? [] }
  }

  mutating func putAway(_ banners: [NoticeBanner], of place: CollaborationKey = place) throws {
    let changes = try PutAwayRules.here(
      banners, of: place, from: bob.devices[0].id, of: bob.id, in: state)
    for change in changes { try state.apply(.sharing(change)) }
  }

  /// One message.
  mutating func told() throws -> NoticesPutAway? {
    let decision = try PutAwayRules.telling(of: bob.id, messageID: .zero, in: state)
    for change in decision.changes { try state.apply(.sharing(change)) }
    guard let message = decision.outgoing.first else { return nil }
    #expect(Array(message.contents.keys) == [bob.id], "to nobody else")
    #expect(message.type == .noticesPutAway && decision.answer)
    return try NoticesPutAway(content: #require(message.contents[bob.id]))
  }

  @discardableResult mutating func came(
    _ notices: [Int], of place: CollaborationKey = place, from sender: AccountID? = nil,
    removed: Bool = false
  ) throws -> PutAwayRules.Refusal? {
    let content = NoticesPutAway(documents: [
      .init(
        audience: place.audience, collaborationID: place.collaborationID, notices: notices.map(id))
    ])
    let decision = try PutAwayRules.came(
      content, from: sender ?? bob.id, isFromRemovedDevice: removed, myAccount: bob.id,
      reader: state)
    for change in decision.changes { try state.apply(.sharing(change)) }
    return decision.answer
  }

  @Test mutating func `the newest notices of what is put away are told once, to other devices`()
    throws
  {
    for number in 1...2 { try hear(number, at: UInt64(number)) }
    try hear(3, .comment, at: 3)
    try putAway(try banners)
    #expect(try told() == nil, "there is no other device")
    try addDevice()
    try putAway([])
    #expect(try told() == nil, "nothing was put away")
    try putAway(try banners)
    #expect(try told()?.documents.map(\.notices) == [[id(2), id(3)]])
    #expect(try told() == nil)
  }

  @Test mutating func `it is told as soon as there is a conversation, sixteen documents at once`()
    throws
  {
    try addDevice()
    try hear(1)
    for number in 1...17 {
      try putAway(
        banners,
        of: CollaborationKey(
          audience: TestPeople.docs, collaborationID: CollaborationID("doc-\(number)")))
    }
    try converse(.left)
    #expect(try told() == nil)
    try converse(.active)
    #expect(try told()?.documents.count == 16)
    #expect(try told()?.documents.count == 1)
  }

  @Test mutating func `what another device has put away goes away, and what came after it stays`()
    throws
  {
    let carol = try TestAccount("carol").id
    try hear(1)
    try hear(2, .mention)
    try hear(3, by: carol)
    try came([1, 2])
    #expect(try banners.map { $0.actors.map(\.account) } == [[carol]])
    try came([3])
    #expect(try banners.isEmpty)
  }

  @Test mutating func `what comes later is not shown, of the newest sixty-four`() throws {
    for part in [0, 40] { try came(Array(part..<(part + 40))) }
    for number in [15, 16, 79] { try hear(number, .mention) }
    #expect(try banners.map(\.id) == [id(15)])
    #expect(try came([79]) == .notNew)
  }

  @Test mutating func `only a listed device of the own account is believed, of known documents`()
    throws
  {
    try hear(1)
    let elsewhere = CollaborationKey(
      audience: TestPeople.docs, collaborationID: try CollaborationID("unknown"))
    #expect(try came([1], from: alice.id) == .notOwnAccount)
    #expect(try came([1], removed: true) == .removedDevice)
    #expect(try came([1], of: elsewhere) == .notNew)
    #expect(try banners.count == 1)
    #expect(try came([1]) == nil)
  }
}
