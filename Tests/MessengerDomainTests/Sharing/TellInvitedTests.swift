import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

/// The end and the name of a document, to those whom this account invited (protocol 12.3.1).
struct TellInvitedTests {
  private static let other = ConversationID(unchecked: [UInt8](repeating: 4, count: 16))
  private let alice: TestAccount
  private let bob: TestAccount
  private let carol: TestAccount
  private var world: TestWorld
  private var roots: [ConversationID: [AccountID: RootHash]] = [:]

  /// Alice has shared it with Bob in both conversations, and with Carol in one; Carol is in it.
  init() throws {
    alice = try TestAccount("alice")
    bob = try TestAccount("bob")
    carol = try TestAccount("carol")
    world = TestWorld(alice)
    try share(in: TestWorld.conversation, with: [alice, bob, carol])
    try share(in: Self.other, with: [alice, bob])
    let root = try #require(roots[TestWorld.conversation]?[carol.id])
    try world.put(
      ToldCame(
        collaboration: TestWorld.key, people: [ToldCame.Person(root: root, account: carol.id)]))
  }

  private mutating func share(in conversation: ConversationID, with people: [TestAccount]) throws {
    var shared = SharedCollaboration(
      collaboration: TestWorld.key, conversationID: conversation,
      link: "https://docs.example/d/1", title: "Soup", optionsSummary: "",
      epoch: DecimalUInt64(3),
      metadata: CollaborationMetadata(localIdentifier: "", title: "Soup"), participants: [])
    for person in people {
      let identity = try world.identity(person)
      shared.add(identity.mapEntry, statement: identity.statement.reference)
      roots[conversation, default: [:]][person.id] = identity.root
    }
    try world.put(shared)
    let known = try KnownMembership.merging(
      shared.participants.map { IdentityMapEntry(account: $0.account, root: $0.root) }, epoch: 3,
      of: alice.id, in: TestWorld.key, order: 1, reader: world.rows)
    try world.put(try #require(known))
  }

  @Test
  func
    `everybody is told by who invited them, in each conversation, whether they have opened it or not`()
    throws
  {
    let messages = try messages(since: .deleted)
    #expect(messages.map(\.conversationID) == [TestWorld.conversation, Self.other].sorted())
    #expect(Set(messages.map(\.messageID)).count == 2)
    for message in messages {
      var theirs = try #require(roots[message.conversationID])
      theirs[alice.id] = nil
      #expect(Set(message.contents.keys) == Set(theirs.keys))
      #expect(message.type == MembershipUpdate.contentType)
      let update = try MembershipUpdate(content: try #require(message.contents[bob.id]))
      #expect(Set(update.removed) == Set(theirs.values))
      #expect(update.added.isEmpty && update.epoch.value == 3)
      #expect(update.title == nil && update.ended == .deleted)
    }
  }

  @Test func `they are told what it is called now, and lose nothing by it`() throws {
    let messages = try messages(since: .renamed, title: "Broth")
    let ends = try self.messages(since: .deleted)
    #expect(messages.count == 2 && Set((messages + ends).map(\.messageID)).count == 4)
    for message in messages {
      let update = try MembershipUpdate(content: try #require(message.contents[bob.id]))
      #expect(update.title == "Broth" && update.removed.isEmpty && update.added.isEmpty)
    }
    #expect(try self.messages(since: .renamed, title: "") == [])
  }

  @Test
  func `who was taken out loses the invitation, and all hear of it with whom it was shared there`()
    throws
  {
    let mine = try #require(roots[TestWorld.conversation]?[alice.id])
    let bobs = try #require(roots[Self.other]?[bob.id])
    let nobodys = RootHash(unchecked: [UInt8](repeating: 9, count: 32))
    #expect(try messages(since: .removedCollaborator, about: bobs, by: bobs) == [])
    #expect(try messages(since: .removedCollaborator, about: nobodys, by: mine) == [])
    #expect(try messages(since: .removedCollaborator, by: mine) == [])
    let messages = try messages(since: .removedCollaborator, about: bobs, by: mine)
    let message = try #require(messages.first)
    #expect(messages.count == 1 && message.conversationID == Self.other)
    let update = try MembershipUpdate(content: try #require(message.contents[bob.id]))
    #expect(update.removed == [bobs] && update.ended == nil && update.title == nil)
    #expect(message.contents.count == 1)
    let carols = try #require(roots[TestWorld.conversation]?[carol.id])
    let told = try self.messages(since: .removedCollaborator, about: carols, by: mine)
    #expect(told.map(\.conversationID) == [TestWorld.conversation])
    #expect(told.first.map { Set($0.contents.keys) } == [bob.id, carol.id])
    let content = try #require(told.first?.contents[bob.id])
    #expect(try MembershipUpdate(content: content).removed == [carols])
  }

  @Test mutating func `whoever has another identity now than that by which they came loses that`()
    throws
  {
    let before = try #require(roots[TestWorld.conversation]?[carol.id])
    let rows = world.rows
    var shared = try #require(
      try rows.records(SharedCollaboration.self).first {
        $0.conversationID == TestWorld.conversation
      })
    shared.participants.removeAll { $0.root == before }
    let identity = try world.identity(carol)
    shared.add(identity.mapEntry, statement: identity.statement.reference)
    try world.put(shared)
    var known = try #require(try rows.records(KnownMembership.self).first)
    let refusal = known.apply(
      MembershipUpdate(
        audience: TestWorld.key.audience, collaborationID: TestWorld.key.collaborationID, epoch: 3,
        added: [identity.mapEntry], removed: [before]), from: alice.id)
    #expect(refusal == nil)
    try world.put(known)
    let told = try messages(since: .deleted).filter { $0.conversationID == TestWorld.conversation }
    let content = try #require(told.first?.contents[carol.id])
    let removed = try MembershipUpdate(content: content).removed
    #expect(removed.contains(identity.root) && !removed.contains(before))
  }

  @Test
  mutating func
    `who was taken out is told no later name and no end, and who went by themselves only that it has ended`()
    throws
  {
    let taken = try #require(roots[TestWorld.conversation]?[bob.id])
    let left = try #require(roots[Self.other]?[bob.id])
    try world.put(ToldGone(collaboration: TestWorld.key, roots: [taken, left]))
    try world.put(ToldLeft(collaboration: TestWorld.key, roots: [left]))
    let mine = try #require(roots[TestWorld.conversation]?[alice.id])
    let renamed = try messages(since: .renamed, title: "Broth")
    #expect(renamed.map { Set($0.contents.keys) } == [[carol.id]])
    #expect(try messages(since: .removedCollaborator, about: taken, by: mine) == [])
    let told = try messages(since: .deleted).map { [$0.conversationID: Set($0.contents.keys)] }
    #expect(Set(told) == [[TestWorld.conversation: [carol.id]], [Self.other: [bob.id]]])
  }

  @Test func `of anything else they are told nothing`() throws {
    for trigger in [NoticeKind.edit, .comment, .created, .moved] {
      #expect(try messages(since: trigger) == [])
    }
  }

  private static let noticeID = NoticeID(unchecked: [UInt8](repeating: 5, count: 16))

  private func messages(
    since trigger: NoticeKind, about root: RootHash? = nil, by actor: RootHash? = nil,
    title: String? = nil, of key: CollaborationKey = TestWorld.key
  ) throws -> [SharingMessage] {
    try told(since: trigger, about: root, by: actor, title: title, of: key).said
  }

  private func told(
    since trigger: NoticeKind, about root: RootHash? = nil, by actor: RootHash? = nil,
    title: String? = nil, of key: CollaborationKey = TestWorld.key
  ) throws -> (said: [SharingMessage], changes: [SharingChange]) {
    var notice = try Notice(
      noticeID: Self.noticeID, audience: key.audience,
      collaborationID: key.collaborationID, action: .post(trigger, root: root), title: title,
      at: 1, counter: 1)
    notice.attestation = actor.map {
      NoticeAttestation(
        keyID: "push", root: $0, signature: Base64URLBytes([UInt8](repeating: 0, count: 64)))
    }
    let decision = try TellInvited.telling(
      of: key, since: PushedNotice(notice: notice), myAccount: alice.id, in: world.rows)
    return (decision.outgoing, decision.changes)
  }

  @Test mutating func `one renaming is said once, under however many identities a server tells it`()
    throws
  {
    let (said, changes) = try told(since: .renamed, title: "Broth")
    #expect(said.count == 2 && changes.count == 1)
    try world.put(SaidTitle(collaboration: TestWorld.key, noticeID: Self.noticeID))
    #expect(try messages(since: .renamed, title: "Broth") == [])
    #expect(try messages(since: .deleted).count == 2)
    let other = NoticeID(unchecked: [UInt8](repeating: 6, count: 16))
    try world.put(SaidTitle(collaboration: TestWorld.key, noticeID: other))
    #expect(try messages(since: .renamed, title: "Broth").count == 2)
  }

  @Test mutating func `of more identities than one message takes all are taken back, in several`()
    throws
  {
    let roots = (0..<300).map {
      RootHash(unchecked: [UInt8($0 >> 8), UInt8($0 & 255)] + [UInt8](repeating: 6, count: 30))
    }
    let rows = world.rows
    var shared = try #require(
      try rows.records(SharedCollaboration.self).first { $0.conversationID == Self.other })
    for root in roots { shared.add(IdentityMapEntry(account: bob.id, root: root)) }
    try world.put(shared)
    let told = try messages(since: .deleted).filter { $0.conversationID == Self.other }
    let removed = try told.map {
      try MembershipUpdate(content: try #require($0.contents[bob.id])).removed
    }
    #expect(removed.map(\.count) == [256, 45] && Set(removed.joined()).isSuperset(of: roots))
    #expect(Set(told.map(\.messageID)).count == 2)
  }

  @Test func `of another document nobody is told`() throws {
    let other = CollaborationKey(
      audience: TestWorld.key.audience,
      collaborationID: try CollaborationID("another"))
    #expect(try messages(since: .deleted, of: other) == [])
  }
}
