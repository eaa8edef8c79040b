import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

/// A document that was shared with the same people in several conversations (decision 0036).
struct SharedElsewhereTests {
  static let other = ConversationID(unchecked: [UInt8](repeating: 4, count: 16))
  let alice: TestAccount
  let bob: TestAccount
  let carol: TestAccount
  var world: TestWorld
  /// Roots by conversation and account.
  var roots: [ConversationID: [AccountID: RootHash]] = [:]

  init() throws {
    alice = try TestAccount("alice")
    bob = try TestAccount("bob")
    carol = try TestAccount("carol")
    world = TestWorld(alice)
    for conversation in [TestWorld.conversation, Self.other] { try share(in: conversation) }
  }

  private mutating func share(in conversation: ConversationID) throws {
    var shared = SharedCollaboration(
      collaboration: TestWorld.key, conversationID: conversation,
      link: "https://docs.example/d/1", title: "Recipes", optionsSummary: "",
      epoch: DecimalUInt64(1),
      metadata: CollaborationMetadata(localIdentifier: "", title: "Recipes"), participants: [])
    for person in [alice, bob, carol] {
      let identity = try world.identity(person)
      shared.add(identity.mapEntry, statement: identity.statement.reference)
      roots[conversation, default: [:]][person.id] = identity.root
    }
    try world.put(shared)
  }

  private func root(_ person: TestAccount, in conversation: ConversationID = TestWorld.conversation)
    throws -> RootHash
  {
    try #require(roots[conversation]?[person.id])
  }

  private func offer(_ members: [TestAccount]) throws -> MembershipOffer? {
    try MembershipRules.offer(
      .init(
        conversationID: TestWorld.conversation, version: 2, members: members.map(\.id)),
      myAccount: alice.id, reader: world.rows)
  }

  private func change(_ offer: MembershipOffer) throws -> ShareProcedure {
    let document = try #require(offer.documents.first)
    let key = TestWorld.conversation.bytes + TestWorld.key.bytes
    let shared = try #require(try world.rows.record(SharedCollaboration.self, key: key))
    return .membership(
      document, shared, beside: try shared.beside(world.rows),
      procedureID: RequestID(unchecked: [UInt8](repeating: 8, count: 16)))
  }

  @Test func `who goes is removed altogether, or keeps what other conversations give them`() throws
  {
    let offer = try #require(try self.offer([alice, carol]))
    #expect(offer.documents.first?.elsewhere == [bob.id: [Self.other]])
    let wholly = try change(offer)
    #expect(wholly.removed == [try root(bob)] && wholly.removesOnlyThese == nil)
    #expect(wholly.beside == [try root(bob, in: Self.other)])
    let partly = try change(offer.keepingOthers)
    #expect(partly.removed == [try root(bob)] && partly.removesOnlyThese == true)
    #expect(partly.beside == nil)
  }

  @Test mutating func `who was removed in the other conversation has nothing there`() throws {
    try world.put(ToldGone(collaboration: TestWorld.key, roots: [root(bob, in: Self.other)]))
    #expect(try offer([alice, carol])?.documents.first?.elsewhere.isEmpty == true)
  }

  private mutating func rosterChanges(to members: [TestAccount]) throws {
    let event = RosterEvent(
      conversation: ConversationRecord(
        conversationID: TestWorld.conversation, name: nil, members: members.map(\.id),
        state: .active, lastActivityAt: TestAccount.t0),
      line: RosterLine(kind: .removed, subjects: [], text: nil), by: alice.id,
      myAccountID: alice.id, now: TestAccount.t0, at: TestAccount.t0)
    for change in try MembershipRules.rosterChanged(event, in: world.rows) {
      world.rows.apply(change)
    }
  }

  @Test mutating func `whoever lost a document in its app gets it when they are added again`()
    throws
  {
    try world.put(ToldGone(collaboration: TestWorld.key, roots: [root(bob)]))
    // While he is in the conversation it is the owner's wish that he has it no more.
    try rosterChanges(to: [alice, bob, carol])
    #expect(try offer([alice, bob, carol]) == nil)
    try rosterChanges(to: [alice, carol])
    #expect(try offer([alice, bob, carol])?.documents.first?.gains == [bob.id])
  }

  @Test mutating func `whoever is given one more identity is named by one that stands`() throws {
    let fresh = try world.identity(bob).mapEntry
    let known = try [root(bob), root(bob, in: Self.other)].sorted()
    func person() throws -> RootHash? {
      try SharePersons.of([fresh], in: TestWorld.key, reader: world.rows).first?.person
    }
    #expect(try person() == known[0])
    try world.put(ToldGone(collaboration: TestWorld.key, roots: [known[0]]))
    #expect(try person() == known[1])
    try world.put(ToldGone(collaboration: TestWorld.key, roots: known))
    #expect(try person() == known[0])
    let dave = try TestAccount("dave")
    let stranger = try world.identity(dave).mapEntry
    #expect(try SharePersons.of([stranger], in: TestWorld.key, reader: world.rows).isEmpty)
  }

  @Test mutating func `an identity that another job is giving names nobody, the job's own does`()
    throws
  {
    let dave = try TestAccount("dave")
    let (fresh, identity) = try (world.identity(dave).mapEntry, world.identity(dave))
    let other = identity.mapEntry
    var procedure = try change(#require(try offer([alice, carol])))
    procedure.pending = [
      .init(account: dave.id, root: other.root, statement: identity.statement.reference)
    ]
    try world.put(
      ShareJob(
        procedure: procedure, conversationID: Self.other,
        metadata: CollaborationMetadata(localIdentifier: "", title: "Recipes"), messageID: .zero))
    #expect(try SharePersons.of([fresh], in: TestWorld.key, reader: world.rows).isEmpty)
    let named = try SharePersons.of(
      [fresh], in: TestWorld.key, giving: [fresh, other], reader: world.rows)
    #expect(named.map(\.person) == [other.root])
  }

  @Test func `a removal is told in the other conversation, and offers nobody to come back there`()
    throws
  {
    let procedure = try change(#require(try offer([alice, carol])))
    let job = ShareJob(
      procedure: procedure, conversationID: TestWorld.conversation,
      metadata: CollaborationMetadata(localIdentifier: "", title: "Recipes"), messageID: .zero)
    let gone = try [root(bob), root(bob, in: Self.other)]
    let decision = try ShareRows.carryOut(
      [.forget(gone)], of: job,
      by: Sharer(account: alice.id, device: alice.devices[0].id, now: TestAccount.t0),
      reader: world.rows)
    var rows = world.rows
    for change in decision.changes { rows.apply(change) }
    #expect(
      decision.outgoing.map(\.conversationID) == [
        TestWorld.conversation, Self.other, TestWorld.conversation,
      ])
    #expect(
      decision.outgoing.map { Set($0.contents.keys) } == [
        [bob.id], [bob.id, carol.id], [alice.id],
      ])
    let there = MembershipRules.Roster(
      conversationID: Self.other, version: 9, members: [alice, bob, carol].map(\.id))
    #expect(try MembershipRules.offer(there, myAccount: alice.id, reader: rows) == nil)
    let key = Self.other.bytes + TestWorld.key.bytes
    let shared = try #require(try rows.record(SharedCollaboration.self, key: key))
    #expect(try !shared.standing(rows).accounts.contains(bob.id))
  }

  @Test
  mutating func
    `who leaves by one of two invitations has left by both, until they are invited anew`()
    throws
  {
    func receive(_ order: UInt64, at time: UInt64) throws -> RootHash {
      let identity = try world.identity(alice)
      try world.put(
        ReceivedInvitation(
          collaboration: TestWorld.key, order: order, messageID: .zero, link: "", title: "Recipes",
          optionsSummary: "", inviter: bob.id, conversationID: TestWorld.conversation,
          receivedAt: time, root: identity.root, statement: identity.statement.reference))
      return identity.root
    }
    let older = try receive(1, at: 10)
    _ = try receive(2, at: 20)
    let notice = Notice(
      noticeID: .zero, audience: TestWorld.key.audience,
      collaborationID: TestWorld.key.collaborationID,
      action: .post(.removedCollaborator, root: older), at: 30, counter: 1)
    let deed = DocumentRules.Deed(notice, by: older, isOwn: true, receivedAt: 30)
    for change in try DocumentRules.told(deed, of: TestWorld.key, in: world.rows) {
      world.rows.apply(change)
    }
    func told() throws -> ToldEnding? {
      try world.rows.record(ToldEnding.self, key: TestWorld.key.bytes)
    }
    #expect(try told()?.how == .left && told()?.order == 2)
    _ = try receive(3, at: 40)
    for change in try DocumentRules.told(deed, of: TestWorld.key, in: world.rows) {
      world.rows.apply(change)
    }
    #expect(try told()?.order == 2)
  }

  @Test
  func
    `who leaves is in it by none of their identities any more, and who loses one may be by another`()
    throws
  {
    let people: [ToldCame.Person] = [
      .init(root: root(12), account: bob.id), .init(root: root(22), account: bob.id),
      .init(root: root(13), account: alice.id),
    ]
    for (actor, rest) in [(root(12), people.dropFirst(2)), (root(13), people.dropFirst(1))] {
      #expect(try goes(by: actor, of: people, named: people) == Array(rest))
    }
  }

  @Test
  func `who has no identity left that stands is in it by none that was replaced before`() throws {
    // Bob's first one was replaced when he added a device; whose hand it is makes no difference.
    let people: [ToldCame.Person] = [
      .init(root: root(22), account: bob.id), .init(root: root(13), account: alice.id),
      .init(root: root(9), name: "Eve"),
    ]
    let named = [ToldCame.Person(root: root(12), account: bob.id), people[1]]
    for actor in [root(12), root(13)] {
      #expect(try goes(by: actor, of: people, named: named) == Array(people.dropFirst()))
    }
  }

  /// Who is in it after Bob's root 12 has gone by this hand, of those who were, and the map names so.
  private func goes(
    by actor: RootHash, of people: [ToldCame.Person], named: [ToldCame.Person]
  ) throws -> [ToldCame.Person]? {
    var world = TestWorld(alice)
    try world.put(
      KnownMembership(
        TestWorld.key, inviter: alice.id, order: 1,
        identityMap: named.compactMap { one in
          one.account.map { IdentityMapEntry(account: $0, root: one.root) }
        }, epoch: 1))
    try world.put(ToldCame(collaboration: TestWorld.key, people: people))
    let notice = Notice(
      noticeID: .zero, audience: TestWorld.key.audience,
      collaborationID: TestWorld.key.collaborationID,
      action: .post(.removedCollaborator, root: root(12)), at: 1, counter: 1)
    let deed = DocumentRules.Deed(notice, by: actor, isOwn: false, receivedAt: 1)
    for change in try DocumentRules.told(deed, of: TestWorld.key, in: world.rows) {
      world.rows.apply(change)
    }
    return try world.rows.record(ToldCame.self, key: TestWorld.key.bytes)?.people
  }

  private func root(_ number: UInt8) -> RootHash {
    RootHash(unchecked: [UInt8](repeating: number, count: 32))
  }
}
